import { createContext, useContext, useEffect, useId } from 'react'
import type { TableRequest } from '../../shared/features/exports/request.ts'
import type { Language } from '../../shared/locales/languages.ts'
import { cellText, tableName } from '../../shared/tables/titles.ts'

export const PICTURE_WAYS = ['copy', 'png', 'svg'] as const
export type PictureWay = (typeof PICTURE_WAYS)[number]

/** Null for a file, which the list of exports reports. */
export type PictureResult = 'copied' | 'notDrawn' | null

export interface TableOffer {
  kind: 'table'
  request: TableRequest
  isDisabled: boolean
}

export interface PictureOffer {
  kind: 'picture'
  title: string
  take: (way: PictureWay) => Promise<PictureResult>
}

type Offer = TableOffer | PictureOffer

/** Entries of a page's export menu by id, in order of mounting; null for an unmounted one, which keeps its place. */
export type Offers = Map<string, Offer | null>

/** Provided by a page with one export menu. */
export const PageExports = createContext<Offers | null>(null)

/** The offers on the screen, whether or not in one menu. */
const shown: Offers = new Map()

/** The tables on the screen that can be exported now. */
export const tablesShown = () => exportable(shown)

/** The tables that can be exported now, each once. */
export function exportable(offers: Offers): TableRequest[] {
  const tables = tablesOf(offers).filter(({ isDisabled }) => !isDisabled)
  return [...new Map(tables.map(({ request }) => [JSON.stringify(request), request])).values()]
}

/** The name of a table, and of which event it is: a screen has a ranking of each. */
export function exportedName(request: TableRequest, language: Language): string {
  const name = tableName(request.table, language)
  return 'event' in request ? `${name}: ${cellText('event', request.event, language)}` : name
}

/** Adds an entry to the page's export menu. Returns false on a page without one. */
export function useOffer(offer: Offer | null): boolean {
  const page = useContext(PageExports)
  const id = useId()
  useEffect(() => {
    page?.set(id, offer)
    shown.set(id, offer)
    return () => {
      page?.set(id, null)
      shown.delete(id)
    }
  })
  return page !== null
}

export const tablesOf = (offers: Offers): TableOffer[] =>
  [...offers.values()].filter((offer) => offer?.kind === 'table')

export const picturesOf = (offers: Offers): PictureOffer[] =>
  [...offers.values()].filter((offer) => offer?.kind === 'picture')
