import type { Player } from '../../api/player.ts'
import { namesApart } from '../../model/ids.ts'
import { columnsOf } from '../../tables/measures.ts'
import { folded, missing, type Table } from '../../tables/table.ts'
import type { OwnAnnotation } from './own-annotation.ts'

interface AnnotationsView {
  search: string
  /** The account's players, as far as they are loaded. */
  players: readonly Pick<Player, 'id' | 'name'>[]
}

/**
 * Annotations whose text, tags or player name, as it is shown, contain the search text. A player that is not in
 * the list is searched by its id.
 */
export function annotationsFound(
  all: readonly OwnAnnotation[],
  { search, players }: AnnotationsView,
): OwnAnnotation[] {
  const searched = folded(search.trim())
  if (searched === '') return [...all]
  const shown = namesApart(players)
  const named = new Set(shown.filter(({ name }) => folded(name).includes(searched)).map(idOf))
  const known = new Set(players.map(idOf))
  const isNamed = (id: string) => named.has(id) || (!known.has(id) && folded(id).includes(searched))
  return all.filter(
    (one) =>
      foldedTexts(one).some((text) => text.includes(searched)) ||
      (one.player_id !== null && isNamed(one.player_id)),
  )
}

const idOf = ({ id }: { id: string }) => id

const foldedOnce = new WeakMap<OwnAnnotation, string[]>()

/**
 * The searched texts of an annotation, except its player. Cached, because folding thousands of annotations is
 * slow.
 */
export function foldedTexts(annotation: OwnAnnotation): string[] {
  const known = foldedOnce.get(annotation)
  if (known) return known
  const texts = [annotation.text, ...annotation.tags].map(folded)
  foldedOnce.set(annotation, texts)
  return texts
}

/** The user's annotations in the order of the screen. Without a player, the account is named. */
export function annotationsTable(all: readonly OwnAnnotation[], view: AnnotationsView): Table {
  const nameOf = nameIn(view.players)
  const none = missing('not-applicable')
  return {
    columns: [
      ...columnsOf('date', 'period_start', 'period_end'),
      ...columnsOf('text', 'name', 'id', 'annotation', 'tags'),
      ...columnsOf('instant', 'written_at', 'changed_at'),
    ],
    rows: annotationsFound(all, view).map(({ period, player_id, text, tags, ...times }) => [
      period.start,
      period.end,
      ...(player_id === null ? [none, none] : [nameOf(player_id), player_id]),
      text,
      tags.join(', '),
      times.madeAt,
      times.changedAt,
    ]),
    totals: null,
    asOf: all.length === 0 ? null : Math.max(...all.map(({ changedAt }) => changedAt)),
  }
}

/** A player that is not among them has its id for a name. */
function nameIn(players: AnnotationsView['players']) {
  const names = new Map(players.map(({ id, name }) => [id, name]))
  return (player_id: string) => names.get(player_id) ?? player_id
}
