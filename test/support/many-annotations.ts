import path from 'node:path'
import { openDatabase } from '../../src/main/database/database.ts'
import { DESK } from '../../src/main/database/stored-features.ts'
import type { OwnAnnotation } from '../../src/shared/features/annotations/own-annotation.ts'

/** Adds annotations of the whole account to the closed databases, the newest first. */
export function writeAnnotations(userData: string, count: number, account_id?: string) {
  const file = path.join(userData, 'desk', 'desk.db')
  const desk = openDatabase({ file, synchronous: 'FULL', migrations: DESK })
  const [first] = desk.first<[string]>('SELECT id FROM accounts') ?? []
  desk.transaction(() => {
    for (let index = 0; index < count; index++) {
      const annotation: OwnAnnotation = {
        id: `annotation ${index}`,
        player_id: null,
        period: { start: '2026-05-01', end: '2026-05-01' },
        text: `Promoção número ${index}: outro título, outro preço e outro botão na oferta`,
        tags: ['oferta', `teste ${index % 50}`],
        madeAt: count - index,
        changedAt: count - index,
      }
      const row = [account_id ?? first ?? '', annotation.id, JSON.stringify(annotation)]
      desk.run('INSERT INTO annotations (account_id, id, annotation) VALUES (?, ?, ?)', ...row)
    }
  })
  desk.close()
}
