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
    onChange: () => undefined,
  })
  await files.give(['first.cuepoint'])
  await expect(files.show(false)).rejects.toThrow('not enough memory')
  await files.give([])
  await files.give(['second.cuepoint'])
  expect(await files.show(false)).toEqual([])
  expect(shown).toEqual(['second.cuepoint'])
})

test('while the page must stay, reports that arrive are added and returned once, and none is shown', async () => {
  const shown: string[] = []
  const files = makeExternalFiles({
    openFile: async (place) => place,
    open: async (id) => void shown.push(id),
    onChange: () => undefined,
  })
  expect(await files.show(true)).toEqual([])
  await files.give(['one.cuepoint', 'two.cuepoint'])
  expect(await files.show(true)).toEqual(['one.cuepoint', 'two.cuepoint'])
  expect(await files.show(false)).toEqual([])
  expect(shown).toEqual([])
})
