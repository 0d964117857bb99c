import { Box, Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { isCompanyId } from '../../../shared/model/ids.ts'
import { readAccounts } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Block } from '../../ui/block.tsx'
import { Column } from '../../ui/column.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'

interface CompanyFormProps {
  account: Account
  onDone: () => void
  onCancel: (() => void) | undefined
}

/** The typed company id, null to take the stored one away, or undefined when it is neither. */
export function enteredCompanyId(typed: string, stored: string | null): string | null | undefined {
  const company_id = typed.trim()
  if (company_id === '' && stored !== null) return null
  return isCompanyId(company_id) ? company_id : undefined
}

/** A form for the company's id, which is then stored with the account. */
export function CompanyForm({ account, onDone, onCancel }: CompanyFormProps) {
  const { t } = useTranslation('leaderboard')
  const [typed, setTyped] = useState(account.company_id ?? '')
  const [isRefused, setIsRefused] = useState(false)
  const { mutate, failure, isPending } = useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const company_id = enteredCompanyId(typed, account.company_id)
    setIsRefused(company_id === undefined)
    if (company_id === undefined) return
    void mutate(async () => {
      await call.accounts.update({ account_id: account.id, company_id })
      await readAccounts()
      onDone()
    })
  }
  return (
    <Block title={t('company.title')}>
      <Column component="form" gap={10} maw={640} onSubmit={submit}>
        <Box component="p" fz="sm" lh={1.5}>
          {t('company.why')}
        </Box>
        <Box component="p" fz="sm" lh={1.5}>
          {t('company.where')}
        </Box>
        <TextInput
          label={t('company.label')}
          description={account.company_id !== null && t('company.empty')}
          value={typed}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          error={isRefused ? t('company.invalid') : undefined}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setIsRefused(false)
          }}
        />
        {failure && <Notice failure={failure} />}
        <Group gap={8}>
          <Button variant="filled" type="submit" loading={isPending}>
            {t('company.save')}
          </Button>
          {onCancel && <Button onClick={onCancel}>{t('company.cancel')}</Button>}
        </Group>
      </Column>
    </Block>
  )
}

interface CompanyKnownProps {
  account: Account
  company_id: string
  onChange: () => void
  failure: Failure | undefined
}

/** The current company id, with a button to change it. The demo's is fixed. */
export function CurrentCompany({ account, company_id, onChange, failure }: CompanyKnownProps) {
  const { t } = useTranslation('leaderboard')
  if (account.isDemo) return null
  return (
    <Group gap="4px 10px" className={`${kit.quiet} ${kit.breaks}`}>
      <span>{t('company.known', { id: company_id })}</span>
      <Button variant="subtle" size="compact-xs" onClick={onChange}>
        {t('company.change')}
      </Button>
      {failure?.kind === 'invalid' && <span>{t('company.refused')}</span>}
    </Group>
  )
}
