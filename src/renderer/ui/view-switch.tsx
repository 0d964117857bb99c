import { useTranslation } from 'react-i18next'
import { Switch } from './block.tsx'

const VIEWS = ['chart', 'table'] as const
export type View = (typeof VIEWS)[number]

interface ViewSwitchProps {
  value: View
  onChange: (view: View) => void
}

/** Whether figures are drawn or written. */
export function ViewSwitch({ value, onChange }: ViewSwitchProps) {
  const { t } = useTranslation('block')
  return (
    <Switch<View>
      isOfScreen
      label={t('view.label')}
      value={value}
      choices={VIEWS.map((view) => ({ value: view, label: t(`view.${view}`) }))}
      onChange={onChange}
    />
  )
}
