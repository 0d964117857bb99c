import { useMemo } from 'react'
import { useAnswer } from '../../answer.ts'
import { call } from '../../bridge.ts'
import { useAccount } from '../../desk.ts'
import { useQuestion } from '../../question.ts'
import { playerChoices } from '../../ui/player-select.tsx'

/** The players of an account, or its A/B tests, as the choices of a field. */
export function useSubjects(account_id: string, isTest: boolean) {
  const zone = useAccount()?.timezone ?? 'UTC'
  const players = useQuestion(account_id, isTest ? null : { name: 'players', input: {} })
  const tests = useAnswer(
    isTest ? `ab tests ${account_id} ${zone}` : null,
    () => call.analytics.comparisonGroups({ account_id, timezone: zone }),
    ['analytics'],
  )
  const choices = useMemo(() => {
    const groups = tests.value?.value ?? []
    return isTest
      ? groups.map(({ id, name }) => ({ value: id, label: name }))
      : playerChoices(players.value?.value ?? [])
  }, [isTest, tests.value, players.value])
  const { failure, askAgain } = isTest ? tests : players
  return { choices, failure, askAgain }
}
