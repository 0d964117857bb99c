import { Box, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  registerValue,
  type SheetRow,
  type SheetVideo,
} from '../../../shared/features/sheet/rows.ts'
import {
  comparedRows,
  newItemValues,
  type Template,
} from '../../../shared/features/templates/template.ts'
import { Column } from '../column.tsx'
import { settingName } from '../edits/value-text.ts'
import { useFormat } from '../format.ts'
import kit from '../kit.module.css'
import { modeOf, rowName, TemplateValue } from './template-value.tsx'
import classes from './templates.module.css'
import { useTemplatePictures } from './use-templates.ts'

/**
 * Maximum number of rows shown, because nobody reads more before applying; all of them are counted.
 */
const MOST_SHOWN = 60

interface DifferencesProps {
  account_id: string
  template: Template
  rows: readonly SheetRow[]
}

/** What a template would change in each row: its value, and the new one. */
export function Differences({ account_id, template, rows }: DifferencesProps) {
  const { t } = useTranslation('templates')
  const pictures = useTemplatePictures(account_id, template.group)
  const ofSheet = useTranslation('sheet').t
  const { changed, same, others, handBuilt } = useMemo(
    () => comparedRows(template, rows, pictures),
    [template, rows, pictures],
  )
  const more = changed.length - MOST_SHOWN
  return (
    <Column component="section" gap={8} miw={0} aria-label={t('apply.differences')}>
      <p className={classes.summary} role="status">
        {[
          changed.length > 0 && t('apply.differ', { count: changed.length }),
          same.length > 0 && t('apply.same', { count: same.length }),
          others > 0 && t('apply.otherKind', { count: others }),
          handBuilt > 0 && ofSheet('handBuilt', { count: handBuilt }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {changed.length > 0 && (
        <Box
          className={`${kit.outlined} ${classes.scroller}`}
          tabIndex={0}
          role="group"
          aria-label={t('apply.differences')}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('setting')}</th>
                <th scope="col">{t('before')}</th>
                <th scope="col">{t('after')}</th>
              </tr>
            </thead>
            {changed.slice(0, MOST_SHOWN).map(({ row, registers }) => (
              <Row key={row.key} {...{ account_id, template, row, registers }} />
            ))}
          </table>
          {more > 0 && <p className={classes.summary}>{t('apply.more', { count: more })}</p>}
        </Box>
      )}
    </Column>
  )
}

interface RowProps extends Omit<DifferencesProps, 'rows'> {
  row: SheetRow
  registers: readonly string[]
}

function Row({ account_id, template, row, registers }: RowProps) {
  const { language } = useFormat()
  const { group, values } = template
  const name = rowName(row)
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} className={classes.row}>
          {row.video.name || row.video.id}
          {name && <span>{name}</span>}
        </th>
      </tr>
      {registers.map((register) => {
        const at = { account_id, group, register }
        const before = registerValue(row, register)
        const after = values[register]
        return (
          <tr key={register}>
            <th scope="row">{settingName(group, register, language)}</th>
            <td>
              <del>
                <TemplateValue {...at} value={before} beside={after} mode={modeOf(row)} />
              </del>
            </td>
            <td>
              <ins>
                <TemplateValue {...at} value={after} beside={before} mode={modeOf(row, values)} />
              </ins>
            </td>
          </tr>
        )
      })}
    </tbody>
  )
}

interface NewItemsProps extends Omit<DifferencesProps, 'rows'> {
  videos: readonly SheetVideo[]
}

const MOST_NAMED = 6

export function NewItems({ account_id, template, videos }: NewItemsProps) {
  const { t } = useTranslation('templates')
  const { language } = useFormat()
  const { group } = template
  const values = useMemo(() => newItemValues(template), [template])
  const names = videos.slice(0, MOST_NAMED).map(({ name, id }) => name || id)
  const more = videos.length - MOST_NAMED
  return (
    <Column component="section" gap={8} miw={0} aria-label={t('apply.differences')}>
      <p className={classes.summary}>
        {more > 0
          ? t('apply.inMore', { videos: names.join(', '), count: more })
          : t('apply.in', { videos: names.join(', ') })}
      </p>
      <Box
        className={`${kit.outlined} ${classes.scroller}`}
        tabIndex={0}
        role="group"
        aria-label={t('apply.newItem')}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('setting')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(values).map(([register, value]) => (
              <tr key={register}>
                <th scope="row">{settingName(group, register, language)}</th>
                <td>
                  <ins>
                    <TemplateValue
                      {...{ account_id, group, register, value }}
                      mode={values['dispatch.mode']}
                    />
                  </ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      <Text mt={6} lh={1.45} c="dimmed">
        {t('apply.restIsNew')}
      </Text>
    </Column>
  )
}
