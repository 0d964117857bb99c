import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLastPage } from '../../../src/main/shell/last-page.ts'
import { newFolder } from '../../support/folder.ts'
import { NOBODY } from '../../support/other-user.ts'

const SHOWN = { language: 'en', colorScheme: 'dark' }
const PAGE = { ...SHOWN, html: '<b>48 players</b>', until: 1000, forgotten: 0 }

function aPage(folder = newFolder()) {
  const file = path.join(folder, 'last-page.json')
  return {
    file,
    open: ({ version = '1.0.0', now = 999 } = {}) =>
      openLastPage(folder, version, { now: () => now }),
  }
}

test('a stored page is there at the next start, readable by its owner only', async () => {
  const { open, file } = aPage(path.join(newFolder(), 'desk'))
  expect(open().read(SHOWN)).toBeNull()
  await open().keep(PAGE)
  expect(open().read(SHOWN)).toBe(PAGE.html)
  if (process.platform !== 'win32') expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

test('a stored page is ignored after its day, and in another language, theme or version', async () => {
  const { open } = aPage()
  await open().keep(PAGE)
  expect(open({ now: 1000 }).read(SHOWN)).toBeNull()
  expect(open().read({ ...SHOWN, language: 'pt-BR' })).toBeNull()
  expect(open().read({ ...SHOWN, colorScheme: 'light' })).toBeNull()
  expect(open({ version: '1.0.1' }).read(SHOWN)).toBeNull()
})

test('a deleted page is gone from the disk before the call ends', async () => {
  const { open, file } = aPage()
  const page = open()
  await page.keep(PAGE)
  page.forget()
  expect(fs.existsSync(file)).toBe(false)
  expect(page.read(SHOWN)).toBeNull()
  page.forget()
})

test('a page that was drawn before a change, and arrives after it, is not stored', async () => {
  const { open, file } = aPage()
  const page = open()
  const forgotten = page.forgotten()
  page.forget()
  await page.keep({ ...PAGE, forgotten })
  expect(fs.existsSync(file)).toBe(false)
  await page.keep({ ...PAGE, forgotten: page.forgotten() })
  expect(page.read(SHOWN)).toBe(PAGE.html)
})

test('a page deleted while it is written is never stored', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const folder = newFolder()
    const page = openLastPage(folder, '1.0.0', { now: () => 999 })
    const kept = page.keep(PAGE)
    for (let turn = 0; turn < turns; turn++) await new Promise((next) => setImmediate(next))
    page.forget()
    const newer = turns % 2 ? page.keep({ ...PAGE, html: 'newer', forgotten: 1 }) : null
    await Promise.all([kept, newer, page.settled()])
    expect([turns, page.read(SHOWN)]).toEqual([turns, newer && 'newer'])
    expect(fs.readdirSync(folder)).toEqual(newer ? ['last-page.json'] : [])
  }
})

test('a start reads the stored page twice and the disk once', async () => {
  const { open, file } = aPage()
  await open().keep(PAGE)
  const page = open()
  expect(page.read(SHOWN)).toBe(PAGE.html)
  fs.rmSync(file)
  expect(page.read(SHOWN)).toBe(PAGE.html)
  expect(open().read(SHOWN)).toBeNull()
})

test('a page stored later replaces the one that was read', async () => {
  const { open } = aPage()
  const page = open()
  for (const html of ['<b>48 players</b>', '<b>49 players</b>']) {
    await page.keep({ ...PAGE, html })
    expect(page.read(SHOWN)).toBe(html)
  }
})

/** Runs `act` as a user who may not change the folder, which the administrator always may. */
function withoutRights(folder: string, act: () => void) {
  const isRoot = process.getuid?.() === 0
  fs.chmodSync(folder, 0o555)
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    act()
  } finally {
    if (isRoot) process.seteuid?.(0)
    fs.chmodSync(folder, 0o755)
  }
}

test.skipIf(process.platform === 'win32')(
  'a page that cannot be deleted is not shown, and deleted after the next change',
  async () => {
    const folder = newFolder()
    const { open, file } = aPage(folder)
    const page = open()
    await page.keep(PAGE)
    expect(page.read(SHOWN)).toBe(PAGE.html)
    withoutRights(folder, page.forget)
    expect(fs.existsSync(file)).toBe(true)
    expect(page.read(SHOWN)).toBeNull()
    page.forget()
    expect(fs.existsSync(file)).toBe(false)
  },
)

test('a damaged file counts as no page', () => {
  for (const text of ['', '{', '[]', '{"version":"1.0.0"}', '{"version":"1.0.0","page":7}']) {
    const { open, file } = aPage()
    fs.writeFileSync(file, text)
    expect([text, open({ now: 0 }).read(SHOWN)]).toEqual([text, null])
  }
})

test('the app works without a stored page when it cannot be written', async () => {
  const folder = path.join(newFolder(), 'file')
  fs.writeFileSync(folder, '')
  const { open } = aPage(folder)
  const page = open()
  await page.keep(PAGE)
  expect(page.read(SHOWN)).toBeNull()
})
