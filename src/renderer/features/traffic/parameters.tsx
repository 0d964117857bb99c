import { Box, Group, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Parameter, PRESET_PARAMETERS } from '../../../shared/features/traffic/parameters.ts'
import type { AnalyticsResult } from '../../analytics-query.ts'
import { AnswerAge, Answered, Block } from '../../ui/block.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState } from '../../ui/notice.tsx'
import type { About } from './queries.ts'
import classes from './traffic.module.css'

interface ParametersProps {
  about: About
  query: AnalyticsResult<'validUtms'>
  found: readonly Parameter[]
  query_key: string | null
  onChoose: (name: string) => void
}

/** The parameters found; the selected one applies to the rest of the screen. */
export function Parameters({ about, query, found, query_key, onChoose }: ParametersProps) {
  const { t } = useTranslation('traffic')
  const { account_id, player, period, zone } = about
  const usual = found.filter(({ isPreset }) => isPreset)
  const others = found.filter(({ isPreset }) => !isPreset)
  const absent = PRESET_PARAMETERS.filter((name) => !usual.some((one) => one.name === name))
  return (
    <Block
      title={t('block.parameters')}
      tools={
        <ExportButton
          request={{ table: 'traffic_parameters', account_id, player_id: player.id, period }}
          isDisabled={found.length === 0}
        />
      }
      foot={
        <>
          <AnswerAge answer={query.value} zone={zone} />
          <span>{t('counts')}</span>
          {found.length > 0 && absent.length > 0 && (
            <span>{t('notFound', { names: absent.join(', ') })}</span>
          )}
        </>
      }
    >
      <Answered query={query} height={72}>
        {() =>
          found.length === 0 ? (
            <EmptyState title={t('noParameters')} text={t('noParametersText')} />
          ) : (
            <>
              <Choices title={t('usual')} parameters={usual} {...{ query_key, onChoose }} />
              <Choices title={t('others')} parameters={others} {...{ query_key, onChoose }} />
            </>
          )
        }
      </Answered>
    </Block>
  )
}

interface ChoicesProps extends Pick<ParametersProps, 'query_key' | 'onChoose'> {
  title: string
  parameters: readonly Parameter[]
}

function Choices({ title, parameters, query_key, onChoose }: ChoicesProps) {
  const { t } = useTranslation('traffic')
  const { count: written } = useFormat()
  if (parameters.length === 0) return null
  return (
    <Group gap={6} mb={8} className={classes.choices} data-named role="group" aria-label={title}>
      <span className={`${kit.quiet} ${classes.choicesTitle}`}>{title}</span>
      {parameters.map(({ name, count }) => (
        <UnstyledButton
          key={name}
          className={`${kit.outlined} ${kit.hover} ${classes.parameter}`}
          aria-pressed={name === query_key}
          title={t('parameterLabel', { name, times: t('recorded', { count }) })}
          onClick={() => onChoose(name)}
        >
          <span className={kit.cut}>{name === '' ? t('empty') : name}</span>{' '}
          <Box component="span" fw={400} className={`${kit.quiet} ${kit.tabular}`}>
            {written(count)}
          </Box>
        </UnstyledButton>
      ))}
    </Group>
  )
}
