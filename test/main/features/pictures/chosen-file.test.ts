import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LARGEST_PICTURE, readChosen } from '../../../../src/main/features/pictures/chosen-file.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import { aFolder } from '../../../support/store-folder.ts'

const failureFor = (file: string) => readChosen(file).then(() => null, failureOf)

function fileOf(name: string, content: string | Buffer = 'x') {
  const file = path.join(aFolder(), name)
  fs.writeFileSync(file, content)
  return file
}

test('a chosen file is read with its bytes and a short one-line name', async () => {
  const { name, bytes } = await readChosen(fileOf('ca"pa\n\u202eção.PNG', 'bytes'))
  expect([name, bytes.toString()]).toEqual(['ca pa ção.PNG', 'bytes'])
  const long = await readChosen(fileOf(`${'n'.repeat(200)}.png`))
  expect(long.name).toBe(`${'n'.repeat(120)}.png`)
})

test('a folder, a missing file and a pipe without a writer are refused at once, each with its reason', async () => {
  const folder = aFolder()
  expect(await failureFor(folder)).toMatchObject({ kind: 'picture', reason: 'folder' })
  expect(await failureFor(path.join(folder, 'gone.png'))).toMatchObject({
    reason: 'unreadable',
    name: 'gone.png',
    text: expect.stringContaining('ENOENT'),
  })
  const pipe = path.join(folder, 'pipe.png')
  execFileSync('mkfifo', [pipe])
  expect(await failureFor(pipe)).toMatchObject({ reason: 'unreadable', text: 'not a file' })
})

test('a file of the largest size is accepted, and one byte more is refused', async () => {
  const file = fileOf('large.png', Buffer.alloc(LARGEST_PICTURE))
  expect((await readChosen(file)).bytes.length).toBe(LARGEST_PICTURE)
  fs.appendFileSync(file, 'x')
  expect(await failureFor(file)).toMatchObject({ reason: 'too-large', name: 'large.png' })
})
