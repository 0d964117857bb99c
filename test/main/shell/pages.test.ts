import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ABOUT } from '../../../src/main/shell/about-page.ts'
import { isOwnScript, makePages, ORIGIN } from '../../../src/main/shell/pages.ts'
import { newFolder } from '../../support/folder.ts'

const HTML =
  '<html lang="__LANG__" style="color-scheme:__COLOR_SCHEME__"><style nonce="__CSP_NONCE__">'

const ABOUT_FACTS = {
  version: '1.2.3',
  runtime: { Electron: '45.4.1' },
  licences: [
    { name: 'one', version: '1.0.0', identifier: 'MIT', text: 'As <it> is.' },
    { name: 'two', version: '2.0.0', identifier: 'MIT', text: 'As <it> is.' },
    { name: 'three', version: '3.0.0', identifier: null, text: null },
  ],
}

/** A built folder, with things around and in it that are no pages of ours. */
function aFolder() {
  const around = newFolder()
  const folder = path.join(around, 'renderer')
  fs.mkdirSync(path.join(folder, 'assets'), { recursive: true })
  fs.writeFileSync(path.join(around, 'secret.js'), 'secret')
  fs.writeFileSync(path.join(around, 'renderer.js'), 'secret')
  fs.writeFileSync(path.join(folder, 'index.html'), HTML)
  fs.writeFileSync(path.join(folder, 'assets', 'main.js'), 'run()')
  fs.writeFileSync(path.join(folder, 'assets', 'main.css'), 'a{}')
  fs.writeFileSync(path.join(folder, 'assets', 'main.js.map'), 'secret')
  fs.writeFileSync(path.join(folder, '.env'), 'secret')
  fs.symlinkSync(path.join(around, 'secret.js'), path.join(folder, 'assets', 'link.js'))
  fs.symlinkSync(around, path.join(folder, 'up'))
  return { folder, around }
}

const pagesIn = (folder: string, last: string | null = null) => {
  const look = () => ({ colorScheme: 'dark', language: 'pt-BR' as const, last })
  const answer = makePages(folder, look, () => ABOUT_FACTS)
  // Not a Request, which would tidy the address up before it is looked at.
  return (url: string, method = 'GET') => answer({ url, method } as Request)
}

test('the page is served with its style, a new nonce and a strict policy', async () => {
  const { folder } = aFolder()
  const pages = pagesIn(folder)
  const nonces = new Set<string>()
  for (const url of [`${ORIGIN}/`, `${ORIGIN}/index.html`, `${ORIGIN}/?a=1#b`]) {
    const response = pages(url)
    const text = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? ''
    nonces.add(nonce)
    expect(response.status).toBe(200)
    expect(text).toBe(`<html lang="pt-BR" style="color-scheme:dark"><style nonce="${nonce}">`)
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain(
      "require-trusted-types-for 'script'; trusted-types default sandboxed-frame",
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  expect(nonces.size).toBe(3)
})

test('files are served with their own type, and nosniff', async () => {
  const { folder } = aFolder()
  const pages = pagesIn(folder)
  const script = pages(`${ORIGIN}/assets/main.js`)
  expect([script.status, await script.text()]).toEqual([200, 'run()'])
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('x-content-type-options')).toBe('nosniff')
  const style = pages(`${ORIGIN}/assets/main.css`)
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
})

test('no address reaches a file that is not one of our pages', async () => {
  const { folder, around } = aFolder()
  const pages = pagesIn(folder)
  const tricks = [
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/..%5csecret.js',
    '/..\\secret.js',
    '/%252e%252e/secret.js',
    '/....//secret.js',
    '/assets/..;/../secret.js',
    '//secret.js',
    `/${around}/secret.js`,
    `${around}/secret.js`,
    '/C:/Windows/win.ini',
    '/index.html/',
    '/index.html%00.js',
    '/index.html\u0000',
    '/INDEX.HTML',
    '/assets',
    '/assets/',
    '/assets/main.js.map',
    '/assets/main.js/../main.js.map',
    '/.env',
    '/assets/link.js',
    '/up/secret.js',
    '/assets//main.js',
    '/assets/main%2ejs',
    '/__proto__',
    '/constructor',
    '/.',
  ]
  const found: string[] = []
  for (const trick of tricks) {
    const response = pages(ORIGIN + trick)
    const text = await response.text()
    expect([trick, text.includes('secret')]).toEqual([trick, false])
    if (response.status === 200) found.push(trick)
    else expect([response.status, text]).toEqual([404, ''])
  }
  // An address is read without what stands around it: these name the page itself.
  expect(found).toEqual(['/index.html\u0000', '/.'])
})

test('another host, and any method but GET, gets nothing', async () => {
  const { folder } = aFolder()
  const pages = pagesIn(folder)
  for (const url of ['app://other/', 'app://desk.evil/', 'app://desk@evil/', 'app://evil@other/']) {
    expect([url, pages(url).status]).toEqual([url, 404])
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
    expect([method, pages(`${ORIGIN}/`, method).status]).toEqual([method, 404])
  }
})

test('a file added later is not served, and a deleted one is not found', async () => {
  const { folder } = aFolder()
  const pages = pagesIn(folder)
  fs.writeFileSync(path.join(folder, 'later.js'), 'later')
  fs.rmSync(path.join(folder, 'assets', 'main.css'))
  expect(pages(`${ORIGIN}/later.js`).status).toBe(404)
  expect(pages(`${ORIGIN}/assets/main.css`).status).toBe(404)
})

test('the stored page is inert in the served page until the script has drawn', async () => {
  const { folder } = aFolder()
  const script =
    '<script type="module" crossorigin src="./assets/main.js" nonce="__CSP_NONCE__"></script>'
  const starting = '<div id="root"><div class="starting"></div></div>'
  for (const language of ['en', 'pt-BR']) {
    fs.writeFileSync(path.join(folder, 'assets', `texts-${language}-a1.js`), 'texts')
  }
  fs.writeFileSync(path.join(folder, 'index.html'), `${script}<body>${starting}\n</body>`)
  expect(await pagesIn(folder)(`${ORIGIN}/`).text()).toContain(`<body>${starting}`)

  const last = '<style nonce="__CSP_NONCE__">b{}</style><b>$& __CSP_NONCE__ </div></body>'
  const text = await pagesIn(folder, last)(`${ORIGIN}/`).text()
  const nonce = /<style nonce="([^"]+)"/.exec(text)?.[1]
  expect(text).toBe(
    '<script type="module" crossorigin src="/after-first-frame.js" data-next="./assets/main.js" ' +
      `data-texts="/assets/texts-pt-BR-a1.js" nonce="${nonce}"></script>` +
      `<body><div id="root" inert><style nonce="${nonce}">b{}</style>` +
      '<b>$& __CSP_NONCE__ </div></body></div>\n</body>',
  )
})

test('only the page’s own script is taken for it, not what is requested before the first frame', () => {
  const scripts = ['after-first-frame.js', 'assets/rolldown-runtime-B1.js', 'assets/texts-en-a1.js']
  expect(scripts.filter((script) => isOwnScript(`${ORIGIN}/${script}`))).toEqual([])
  expect(isOwnScript(`${ORIGIN}/assets/index-CM_p8-pS.js`)).toBe(true)
})

test('the page about the app has its versions, and each licence once with all that are under it', async () => {
  const { folder } = aFolder()
  const response = pagesIn(folder)(`${ORIGIN}/${ABOUT}`)
  const text = await response.text()
  expect(text).toContain('<h1>Cuepoint 1.2.3</h1>')
  expect(text).toContain('Electron 45.4.1')
  expect(text).toContain('<summary>one 1.0.0 (MIT), two 2.0.0 (MIT)</summary>')
  expect(text.split('As &lt;it&gt; is.')).toHaveLength(2)
  expect(text).toContain('<summary>three 3.0.0 (?)</summary>')
  expect(text).not.toContain('<script')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})
