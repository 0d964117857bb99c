import { ActionIcon, Box, Button, Checkbox, Flex, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrafficStatistics } from '../../../shared/api/traffic.ts'
import { type Alias, withoutAlias } from '../../../shared/features/traffic/merge-rules.ts'
import { merged } from '../../../shared/features/traffic/merged.ts'
import { Block } from '../../ui/block.tsx'
import { Column } from '../../ui/column.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { useReport } from '../../view.ts'
import type { Rules } from './use-rules.ts'

const SWITCHES = ['decodes', 'ignoresCase', 'dropsIds'] as const

interface RulesBlockProps {
  query_key: string
  rules: Rules
  values: readonly TrafficStatistics[]
}

export function RulesBlock({ query_key, rules, values }: RulesBlockProps) {
  const { t } = useTranslation('traffic')
  const { count } = useFormat()
  const isReport = useReport() !== null
  const read = useMemo(
    () => merged(values, rules.rules, query_key).length,
    [values, rules.rules, query_key],
  )
  return (
    <Block
      title={t('block.rules')}
      tools={
        !isReport && (
          <Button
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            disabled={!rules.canUndo}
            onClick={() => void rules.undo()}
          >
            {t('undo')}
          </Button>
        )
      }
      foot={<span>{t('ruleHelp')}</span>}
    >
      {rules.failure && <Notice failure={rules.failure} onRetry={rules.refetch} />}
      <Stack gap={8}>
        {SWITCHES.map((name) => (
          <Checkbox
            key={name}
            label={t(`rule.${name}`)}
            checked={rules.rules[name]}
            disabled={!rules.isKnown || isReport}
            onChange={(event) =>
              void rules.change({ ...rules.rules, [name]: event.currentTarget.checked })
            }
          />
        ))}
      </Stack>
      <Text size="sm" my={8}>
        {t('mergedCount', { raw: count(values.length), parameter: query_key, merged: count(read) })}
      </Text>
      <Aliases {...{ query_key, rules }} />
    </Block>
  )
}

function Aliases({ query_key, rules }: Pick<RulesBlockProps, 'query_key' | 'rules'>) {
  const { t } = useTranslation('traffic')
  const isReport = useReport() !== null
  const own = rules.rules.aliases.filter((one) => one.query_key === query_key)
  const label = t('aliases', { parameter: query_key })
  const words = ({ value, canonical }: Alias) => ({
    value: value === '' ? t('empty') : value,
    canonical,
  })
  return (
    <>
      <Box component="h3" miw={0} className={`${kit.heading} ${kit.breaks}`}>
        {label}
      </Box>
      {own.length === 0 ? (
        <Text maw={960} mt={4} c="dimmed">
          {t('noAliases')}
        </Text>
      ) : (
        <Column component="ul" gap={2} mt={4} className={kit.list} aria-label={label}>
          {own.map((alias) => (
            <Flex key={alias.value} component="li" gap={8} align="center" fz="sm">
              <Box component="span" miw={0} className={kit.breaks}>
                {t('aliasLine', words(alias))}
              </Box>
              {!isReport && (
                <ActionIcon
                  size={24}
                  aria-label={t('remove', words(alias))}
                  onClick={() => void rules.change(withoutAlias(rules.rules, alias))}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              )}
            </Flex>
          ))}
        </Column>
      )}
    </>
  )
}
