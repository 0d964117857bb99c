import { Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isBroken, type LinkResult, linkState } from '../../../shared/features/links/link.ts'
import { useCall } from '../../query.ts'
import { useFormat } from '../format.ts'
import { useNow } from '../freshness.tsx'
import kit from '../kit.module.css'

/** The last result of each of an account's addresses, by the address as written. */
export function useLinkResults(account_id: string): (url: string) => LinkResult | undefined {
  const { value } = useCall('links', 'results', { account_id, urls: null })
  const byUrl = useMemo(() => new Map(value?.map((result) => [result.url, result])), [value])
  return useCallback((url) => byUrl.get(url), [byUrl])
}

export type LinkMeaning = 'broken' | 'moved' | 'alive' | 'unsure'

/** What a result means for visitors, in the order in which the user should look at it. */
export function linkMeaning(result: LinkResult): LinkMeaning {
  if (isBroken(result)) return 'broken'
  const state = linkState(result)
  return state === 'alive' || state === 'moved' ? state : 'unsure'
}

const COLORS: Record<LinkMeaning, string> = {
  broken: 'var(--desk-bad)',
  moved: 'var(--desk-warn)',
  alive: 'var(--desk-good)',
  unsure: 'var(--desk-second)',
}

/** A result as text. */
export function useLinkWords(): (result: LinkResult) => string {
  const { t } = useTranslation('links')
  return useCallback(
    (result) => {
      const { status, final_url } = result
      return t(`state.${linkState(result)}`, { status, to: shortAddress(final_url) })
    },
    [t],
  )
}

/** Without scheme, query and fragment; the tooltip has the whole address. */
const shortAddress = (url: string) => url.replace(/^https?:\/\//iu, '').replace(/[?#].*$/su, '')

/** The result for an address and its age; the tooltip has the redirects. */
export function LinkResultText({ result }: { result: LinkResult }) {
  const words = useLinkWords()(result)
  const { ago, instant } = useFormat()
  const now = useNow()
  const { hops, final_url, status, at } = result
  const way = [...hops, ...(hops.length > 0 ? [{ url: final_url, status }] : [])]
  const lines = way.map((hop) => [hop.status, hop.url].filter(Boolean).join(' '))
  return (
    <Text component="span" className={kit.breaks} title={[words, ...lines, instant(at)].join('\n')}>
      <Text component="span" inherit c={COLORS[linkMeaning(result)]}>
        {words}
      </Text>
      <Text component="span" inherit c="dimmed">
        {` · ${ago(at, now)}`}
      </Text>
    </Text>
  )
}
