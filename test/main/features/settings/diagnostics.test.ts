import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { connectedDesk } from '../../../support/connected.ts'
import { openDesk, quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'

/** A secret however it may have been written on its way into a text. */
const formsOf = (secret: string) => {
  const utf16 = Buffer.from(secret, 'utf16le').toString('hex')
  return {
    plain: secret,
    url: encodeURIComponent(secret),
    base64: Buffer.from(secret).toString('base64'),
    base64url: Buffer.from(secret).toString('base64url'),
    hex: Buffer.from(secret).toString('hex'),
    json: JSON.stringify(secret).slice(1, -1),
    utf16,
    reversed: Array.from(secret).reverse().join(''),
  }
}

/** A screen whose clipboard is a list. */
function copyingScreen(folder = newFolder()) {
  const copied: string[] = []
  return {
    copied,
    screen: { ...quietScreen(folder), copy: async (text: string) => void copied.push(text) },
  }
}

async function copyingDesk() {
  const { copied, screen } = copyingScreen()
  const desk = await connectedDesk({
    timezone: 'UTC',
    desk: { screen },
    service: { players: 3, days: 5 },
  })
  return { copied, desk }
}

test('the diagnostics list versions, file sizes, row counts and the last error', async () => {
  const { copied, desk } = await copyingDesk()
  desk.unexpected('test', new TypeError('it broke'))
  await desk.handlers.app.copyDiagnostics({ details: 'block: it broke\n    at here' })
  const [text = ''] = copied
  expect(text).toMatch(/^Cuepoint 0\.0\.0, Electron 0, test\nblock: it broke\n {4}at here\n/)
  expect(text).toContain(`Node ${process.versions.node}`)
  expect(text).toMatch(/desk\.db: \d{4,} bytes\nanswers\.db: \d{4,} bytes/)
  expect(text).toMatch(/desk\.db: schema \d+; .*\baccounts 1\b/)
  expect(text).toMatch(/answers\.db: schema \d+; .*\bdays \d+/)
  expect(text).toMatch(/"text":"TypeError: it broke","stack":"TypeError.*"event":"unexpected"/)
})

test('no key is in the diagnostics, however it was written', async () => {
  const { copied, desk } = await copyingDesk()
  const forms = Object.entries(formsOf(desk.service.analytics_key))
  expect(forms).toHaveLength(8)
  for (const [, form] of forms) desk.unexpected('test', new Error(`before ${form} after`))
  const details = forms.map(([, form]) => form).join('\n')
  await desk.handlers.app.copyDiagnostics({ details })
  const [text = ''] = copied
  expect(text).toContain('before [removed] after')
  for (const [name, form] of forms) {
    expect(text.toLowerCase().includes(form.toLowerCase()), name).toBe(false)
  }
})

test('the diagnostics say why the databases cannot be opened', async () => {
  const folder = newFolder()
  fs.mkdirSync(path.join(folder, 'desk', 'desk.db'), { recursive: true })
  const { copied, screen } = copyingScreen(folder)
  const desk = openDesk(folder, { screen })
  await desk.handlers.app.copyDiagnostics({ details: '' })
  expect(copied[0]).toMatch(/The databases: .*"kind":"storage"/)
})
