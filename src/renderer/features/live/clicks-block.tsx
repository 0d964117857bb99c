import { useMemo } from 'react'
import { analytics } from '../../../shared/api/analytics.ts'
import type { Account } from '../../../shared/model/desk.ts'
import type { Period } from '../../../shared/model/period.ts'
import { clicksQuestion } from '../../../shared/questions-clicks.ts'
import { clickDaysTable } from '../../../shared/tables/click-days.ts'
import { known, useQuestion } from '../../question.ts'
import { AnswerAge, Answered, Block } from '../../ui/block.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { clicksText } from './clicks-text.ts'
import { DaysTable } from './days-table.tsx'

interface ClicksBlockProps {
  account: Account
  player_id: string
  period: Period
  /** The day that is not over, in the account's zone. */
  today: string
}

/** The clicks of each day, with the period's own uniques under them. */
export function ClicksBlock({ account, player_id, period, today }: ClicksBlockProps) {
  const { language } = useFormat()
  const zone = account.timezone
  const asked = useQuestion(account.id, clicksQuestion(player_id, period, zone))
  const answer = asked.value
  const table = useMemo(() => clickDaysTable(known(answer)), [answer])
  const title = analytics.clicksByDay.title[language]
  return (
    <Block
      title={title}
      tools={
        <ExportButton
          question={{ table: 'click_days', account_id: account.id, player_id, period }}
        />
      }
      foot={
        <>
          <AnswerAge answer={answer} zone={zone} />
          <span>{clicksText.note[language]}</span>
        </>
      }
    >
      <Answered asked={asked} height={200}>
        {() => (
          <DaysTable {...{ table, today }} label={title} totalsLabel={clicksText.sums[language]} />
        )}
      </Answered>
    </Block>
  )
}
