import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { matchTemplates, type TemplateFields } from '../../../shared/features/templates/template.ts'
import { useCall } from '../../query.ts'
import { groupName } from '../edits/value-text.ts'
import { useFormat } from '../format.ts'

const NONE: never[] = []

export const useTemplates = () => useCall('templates', 'list')

/** The places of an account that are compared with a template. With null nothing is fetched. */
export const useTemplateLinks = (account_id: string | null) =>
  useCall('templates', 'links', account_id === null ? null : { account_id }, [
    'templates',
    'edits',
    'videos',
  ])

/** The pictures that templates of a group may refer to. */
export function useTemplatePictures(account_id: string, group: Group) {
  const hasPictures = group === 'smart_autoplay'
  return useCall('pictures', 'list', hasPictures ? { account_id } : null).value?.pictures
}

/** Compares the rows of a tab with the templates from which they were made or changed. */
export function useTemplateMatch(account_id: string, group: Group) {
  const templates = useTemplates().value
  const links = useTemplateLinks(account_id).value
  const pictures = useTemplatePictures(account_id, group) ?? NONE
  return useMemo(
    () => matchTemplates(group, { templates: templates ?? [], links: links ?? [], pictures }),
    [group, templates, links, pictures],
  )
}

/** The number of settings in which a row differs from its template; null when it has none. */
export function useTemplateDrift(
  account_id: string,
  group: Group,
): (row: SheetRow) => number | null {
  const { drift } = useTemplateMatch(account_id, group)
  return useCallback((row) => drift(row)?.length ?? null, [drift])
}

/** Text for the kind of settings that a template contains, and their number. */
export function useTemplateFacts() {
  const { t } = useTranslation('templates')
  const { language } = useFormat()
  return ({ group, values }: TemplateFields) =>
    [groupName(group, language), t('settings', { count: Object.keys(values).length })].join(' · ')
}
