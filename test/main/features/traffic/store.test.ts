import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import {
  type MergeRules,
  NO_MERGE_RULES,
} from '../../../../src/shared/features/traffic/merge-rules.ts'
import { testClock } from '../../../support/clock.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../../support/store-folder.ts'

const RULES: MergeRules = {
  decodes: true,
  ignoresCase: false,
  dropsIds: true,
  aliases: [{ query_key: 'utm_source', value: "'); DROP TABLE x;--", canonical: 'fb' }],
}

function onDesk(work: (verbs: Verbs) => void, folder = aFolder()) {
  const verbs = makeVerbs(folder, testClock)
  try {
    work(verbs)
  } finally {
    verbs.close()
  }
  return folder
}

test('an account begins without merge rules, and keeps its own over a restart', () => {
  const folder = onDesk((verbs) => {
    verbs.putAccount(anAccount())
    expect(verbs.traffic.rules({ account_id: ACCOUNT })).toEqual(NO_MERGE_RULES)
    verbs.traffic.keepRules({ account_id: ACCOUNT, rules: { ...RULES, decodes: false } })
    verbs.traffic.keepRules({ account_id: ACCOUNT, rules: RULES })
  })
  onDesk((verbs) => expect(verbs.traffic.rules({ account_id: ACCOUNT })).toEqual(RULES), folder)
})

test('forgetting an account deletes its merge rules, and a late change stores none', () => {
  onDesk((verbs) => {
    verbs.putAccount(anAccount())
    verbs.traffic.keepRules({ account_id: ACCOUNT, rules: RULES })
    verbs.removeAccount(ACCOUNT)
    expect(
      failureFrom(() => verbs.traffic.keepRules({ account_id: ACCOUNT, rules: RULES }))?.kind,
    ).toBe('not-found')
    verbs.putAccount(anAccount())
    expect(verbs.traffic.rules({ account_id: ACCOUNT })).toEqual(NO_MERGE_RULES)
  })
})
