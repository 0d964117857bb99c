import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { isCompanyId } from '../../../shared/model/ids.ts'
import { call } from '../../bridge.ts'
import { readAccounts } from '../../desk.ts'
import { useMutation } from '../../mutation.ts'
import { Block } from '../../ui/block.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './leaderboard.module.css'

interface CompanyFormProps {
  account: Account
  onDone: () => void
  onCancel: (() => void) | undefined
}

/** A form for the company's id, which is then stored with the account. */
export function CompanyForm({ account, onDone, onCancel }: CompanyFormProps) {
  const { t } = useTranslation('leaderboard')
  const [typed, setTyped] = useState(account.company_id ?? '')
  const [isRefused, setIsRefused] = useState(false)
  const { mutate, failure, isPending } = useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const company_id = typed.trim()
    setIsRefused(!isCompanyId(company_id))
    if (!isCompanyId(company_id)) return
    void mutate(async () => {
      await call.accounts.update({ account_id: account.id, company_id })
      await readAccounts()
      onDone()
    })
  }
  return (
    <Block title={t('company.title')}>
      <form className={classes.form} onSubmit={submit}>
        <p className={classes.words}>{t('company.why')}</p>
        <p className={classes.words}>{t('company.where')}</p>
        <TextInput
          label={t('company.label')}
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
        <div className={classes.buttons}>
          <Button type="submit" loading={isPending}>
            {t('company.save')}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('company.cancel')}
            </Button>
          )}
        </div>
      </form>
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
    <div className={classes.known}>
      <span>{t('company.known', { id: company_id })}</span>
      <Button variant="subtle" size="compact-xs" onClick={onChange}>
        {t('company.change')}
      </Button>
      {failure?.kind === 'invalid' && <span>{t('company.refused')}</span>}
    </div>
  )
}
