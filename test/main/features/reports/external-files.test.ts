import { expect, test } from 'vitest'
import { makeExternalFiles } from '../../../../src/main/features/reports/external-files.ts'

test('after a report that cannot be shown the next ones are opened', async () => {
  const shown: string[] = []
  const files = makeExternalFiles({
    openFile: async (place) => place,
    async open(id) {
      if (id === 'first.cuepoint') throw new Error('not enough memory')
      shown.push(id)
    },
    showLibrary: () => undefined,
  })
  await expect(files.give(['first.cuepoint'])).rejects.toThrow('not enough memory')
  await files.give([])
  await files.give(['second.cuepoint'])
  expect(shown).toEqual(['second.cuepoint'])
})
