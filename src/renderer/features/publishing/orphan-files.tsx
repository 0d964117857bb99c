import { Box, Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../query.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import classes from './outbox.module.css'

/** Uploaded files that no video uses. Only the service's dashboard can delete them. */
export function OrphanFiles({ account_id }: { account_id: string }) {
  const { t } = useTranslation('outbox')
  const format = useFormat()
  const { value } = useCall('pictures', 'list', { account_id }, ['pictures', 'videos', 'edits'])
  const orphans = value?.orphans ?? []
  if (orphans.length === 0) return null
  return (
    <Paper component="details" className={classes.card} radius="md" px="md" py="sm">
      <summary>{t('orphans.title', { count: orphans.length })}</summary>
      <Text inherit c="dimmed">
        {t('orphans.text')}
      </Text>
      <Box component="ul" className={kit.breaks} mt={6} pl={20} lh={1.6}>
        {orphans.map(({ file_id, name, at }) => (
          <li key={`${file_id}${at}${name}`}>
            {`${name} · ${format.instant(at)} · `}
            {file_id === null ? t('orphans.unanswered') : <code>{file_id}</code>}
          </li>
        ))}
      </Box>
    </Paper>
  )
}
