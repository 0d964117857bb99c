import fs from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect as connectTo } from 'node:net'
import tls from 'node:tls'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ALLOWING } from '../../src/main/shell/switches.ts'
import { accountsOn } from '../support/bridge.ts'
import { hasOpenssl, newAuthority } from '../support/certificates.ts'
import { connect, emptyKeychain } from '../support/connect.ts'
import { newFolder } from '../support/folder.ts'
import { type Launched, launch } from '../support/launch.ts'
import { startProxy } from '../support/proxy.ts'
import { type Sandbox, startService } from '../support/service.ts'

const HOST = 'analytics.test'
const preferences = { language: 'en' } as const

describe.skipIf(!hasOpenssl)('in the network of a company', () => {
  let company: ReturnType<typeof newAuthority>
  let service: Sandbox
  let safe: tls.Server
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let address: string
  const folders: string[] = []
  const desks: Launched[] = []

  beforeAll(async () => {
    await emptyKeychain()
    company = newAuthority('A company')
    service = await startService({ players: 3, days: 5 })
    const inside = Number(new URL(service.base_url).port)
    safe = tls.createServer(company.issue(HOST), (client) => {
      const host = connectTo(inside, '127.0.0.1')
      host.on('error', () => client.destroy())
      client.on('error', () => host.destroy())
      client.pipe(host).pipe(client)
    })
    await new Promise<void>((done) => safe.listen(0, '127.0.0.1', done))
    address = `https://${HOST}:${(safe.address() as AddressInfo).port}`
    proxy = await startProxy()
  })
  // One that is offline goes on asking the proxy.
  afterEach(async () => {
    for (const desk of desks.splice(0)) await desk.close()
  })
  afterAll(async () => {
    await proxy.close()
    safe.close()
    await service.close()
    company.remove()
    await emptyKeychain()
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
  })

  async function open(env: Record<string, string>) {
    const folder = newFolder()
    folders.push(folder)
    // The service is behind a name of its own, and the Electron of the tests may be an old one.
    const desk = await launch({ folder, preferences, env: { ...env, [ALLOWING]: '1' } })
    desks.push(desk)
    return desk
  }

  /** The three sentences under the form. */
  async function toldInForm(page: Page, title: string) {
    await connect(page, { address, key: service.analytics_key })
    const alert = page.locator('form').getByRole('alert')
    await alert.getByText(title, { exact: true }).waitFor()
    expect(await accountsOn(page)).toEqual([])
    return alert.locator('p').allInnerTexts()
  }

  test('the proxy and the certificate authority of the environment are used, and a proxy’s refusal is reported', async () => {
    const { page } = await open({
      HTTPS_PROXY: proxy.url.replace('://', '://ann:right@'),
      NODE_EXTRA_CA_CERTS: company.file,
    })
    const { host } = proxy
    proxy.become({ refuses: 403 })
    expect(await toldInForm(page, 'The proxy refused the connection')).toEqual([
      'The proxy refused the connection',
      `The proxy ${host} blocks this computer from reaching ${HOST} (HTTP 403). Nothing was sent.`,
      `Ask your network administrator to allow ${HOST} in the proxy.`,
    ])
    proxy.become({ login: 'ann:other' })
    await toldInForm(page, 'The proxy requires a login')
    expect(service.heard).toEqual([])

    proxy.become({ login: 'ann:right' })
    await connect(page, { address, key: service.analytics_key })
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(service.heard.map(({ key }) => key)).toContain(service.analytics_key)

    await page.keyboard.press('Alt+3')
    proxy.become({ drops: true })
    proxy.cut()
    await page.getByRole('button', { name: 'Test now' }).click()
    const note = page.locator('[aria-live="polite"] p', { hasText: 'The proxy cannot be reached.' })
    await note.waitFor()
    expect(await note.innerText()).toContain(`through the proxy ${host}, which does not respond`)
  })

  test('the system’s PAC file selects the proxy, and an unknown certificate authority is reported', async () => {
    proxy.become({})
    const before = proxy.asked.length
    const script = `function FindProxyForURL(url, host) {
      return host === '${HOST}' ? 'PROXY ${proxy.host}' : 'DIRECT'
    }`
    const pac = createServer((_request, response) => response.end(script))
    await new Promise<void>((done) => pac.listen(0, '127.0.0.1', done))
    const { port } = pac.address() as AddressInfo
    // Where there is no desktop, Chromium takes the system's settings from variables too.
    const { page } = await open({ auto_proxy: `http://127.0.0.1:${port}/proxy.pac` })
    const told = await toldInForm(page, 'The certificate is from an unknown authority')
    expect(told[1]).toContain(`The certificate of ${new URL(address).host} is from an authority`)
    expect(proxy.asked.length).toBe(before + 1)
    pac.close()
  })
})
