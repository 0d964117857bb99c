import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../src/shared/locales/languages.ts'
import { violations } from '../support/axe.ts'
import { accountsOn } from '../support/bridge.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { type Launched, launch } from '../support/launch.ts'
import { asPerson } from '../support/other-user.ts'
import { isProof } from '../support/scale.ts'
import { texts } from '../support/texts.ts'

type Word = 'storageNewer' | 'storageOther' | 'storageReadOnly'

let desk: Launched | undefined

afterEach(async () => {
  await desk?.close()
  if (desk) fs.rmSync(desk.folder, { recursive: true, force: true })
  desk = undefined
})

function fromNewer(folder: string, name: string) {
  const database = new DatabaseSync(path.join(folder, 'desk', name))
  database.exec('PRAGMA user_version = 999')
  database.close()
}

/** What the window says, and that it says it soon. */
async function saysWhy(language: Language, word: Word) {
  const { page } = desk ?? expect.fail('nothing was started')
  const title = page.getByRole('heading', {
    level: 1,
    name: texts[language].failure[`${word}Title`],
  })
  await title.waitFor()
  const said = await page.getByRole('main').innerText()
  expect(said).toContain(texts[language].fault.startTitle)
  expect(said).toContain(path.join(desk?.folder ?? '', 'desk'))
  expect(said).toContain(texts[language].failure[`${word}Next`])
  const again = page.getByRole('button', { name: texts[language].fault.startAgain })
  await page.keyboard.press('Tab')
  expect(await again.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await violations(page, 'html')).toEqual([])
  // Its colour is the whole window's.
  expect(await page.evaluate(() => document.body.getBoundingClientRect().top)).toBe(0)
}

describe.each(isProof ? LANGUAGES : (['en'] as const))('in %s', (language) => {
  test.each(isProof ? ['desk.db', 'answers.db'] : ['desk.db'])(
    'a %s of a newer version is left unchanged, and reported',
    async (name) => {
      const folder = await downloadedDemo()
      fromNewer(folder, name)
      desk = await launch({ folder, preferences: { language } })
      await saysWhy(language, 'storageNewer')
    },
  )
})

// Only the reason differs, so the other tests see it at the store; in a proof in the window too.
test.runIf(isProof)('a file in place of the data folder is reported', async () => {
  const folder = await downloadedDemo()
  fs.rmSync(path.join(folder, 'desk'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'desk'), 'mine')
  desk = await launch({ folder, preferences: { language: 'en' } })
  await saysWhy('en', 'storageOther')
  expect(fs.readFileSync(path.join(folder, 'desk'), 'utf8')).toBe('mine')
})

test.runIf(isProof)('a data folder that cannot be written is reported', async () => {
  const person = asPerson()
  const data = path.join(person.folder, 'desk')
  fs.mkdirSync(data, { mode: 0o755 })
  desk = await launch({ ...person, preferences: { language: 'en' } })
  await saysWhy('en', 'storageReadOnly')
})

test('a desk.db with a damaged header opens with its readable rows, and the damage is reported', async () => {
  const folder = await downloadedDemo()
  const file = path.join(folder, 'desk', 'desk.db')
  const bytes = fs.readFileSync(file)
  bytes.fill(7, 0, 100)
  fs.writeFileSync(file, bytes)
  desk = await launch({ folder, preferences: { language: 'en' } })
  await desk.page.getByRole('heading', { level: 1, name: texts.en.overview.title }).waitFor()
  const [kept = ''] = fs
    .readdirSync(path.dirname(file))
    .filter((one) => one.startsWith('desk.db.dam'))
  const said = desk.page.getByText(texts.en.recovery.damaged, { exact: false })
  const as = texts.en.recovery.keptAs.replace('{{file}}', path.join(path.dirname(file), kept))
  await said.filter({ hasText: as }).waitFor()
  expect(fs.readFileSync(path.join(path.dirname(file), kept)).equals(bytes)).toBe(true)
  expect((await accountsOn(desk.page)).map(({ name }) => name)).toEqual(['Demo'])
})
