import { beforeAll, expect, test } from 'vitest'
import {
  CompanyForm,
  enteredCompanyId,
} from '../../../../src/renderer/features/leaderboard/company-form.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Account } from '../../../../src/shared/features/accounts/account.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

const ID = '3f2b8c1e-0d4a-4c57-9a1b-2e6f7d8c9b0a'

test('only where a company id is stored, the form says what an empty field shows', () => {
  const said = (company_id: string | null) => {
    const account = { id: 'a1b2c3d4e5f6', company_id } as Account
    return wordsOf(<CompanyForm account={account} onDone={() => {}} onCancel={undefined} />)
  }
  expect(said(ID)).toContain('Leave it empty for the rankings of the account’s own players')
  expect(said(null)).not.toContain('Leave it empty')
})

test('an empty field takes a stored company id away, and is refused where there is none', () => {
  expect(enteredCompanyId(' ', ID)).toBe(null)
  expect(enteredCompanyId(' ', null)).toBe(undefined)
  expect(enteredCompanyId(` ${ID} `, null)).toBe(ID)
  expect(enteredCompanyId('my company', ID)).toBe(undefined)
})
