/**
 * Every way in which a page could navigate or reach the network, run in the page with an address.
 */
export const WAYS_OUT: [string, (url: string) => unknown][] = [
  ['window.open', (url) => void window.open(url)],
  ['window.open of its own page', () => void window.open('app://desk/index.html')],
  ['location', (url) => void (window.location.href = url)],
  ['location.replace', (url) => window.location.replace(url)],
  ['a data address', () => void (window.location.href = 'data:text/html,<p>out')],
  ['a file', () => void (window.location.href = 'file:///etc/passwd')],
  [
    'a link to a new window',
    (url) => {
      const link = document.createElement('a')
      Object.assign(link, { href: url, target: '_blank' })
      document.body.append(link)
      link.click()
      link.remove()
    },
  ],
  [
    'a link with a ping and a download',
    (url) => {
      const link = document.createElement('a')
      Object.assign(link, { href: url, ping: url, download: 'out' })
      document.body.append(link)
      link.click()
      link.remove()
    },
  ],
  [
    'a meta refresh',
    (url) => {
      const meta = document.createElement('meta')
      Object.assign(meta, { httpEquiv: 'refresh', content: `0;url=${url}` })
      document.head.append(meta)
    },
  ],
  [
    'a form',
    (url) => {
      const form = document.createElement('form')
      Object.assign(form, { action: url, method: 'post' })
      document.body.append(form)
      form.submit()
      form.remove()
    },
  ],
  [
    'a frame',
    (url) => {
      const frame = document.createElement('iframe')
      frame.src = url
      document.body.append(frame)
    },
  ],
  ['fetch', (url) => fetch(url)],
  ['fetch without cors', (url) => fetch(url, { mode: 'no-cors', keepalive: true })],
  [
    'XMLHttpRequest',
    (url) => {
      const request = new XMLHttpRequest()
      request.open('POST', url)
      request.send('out')
    },
  ],
  ['WebSocket', (url) => void new WebSocket(url.replace('http', 'ws'))],
  ['EventSource', (url) => void new EventSource(url)],
  ['a beacon', (url) => navigator.sendBeacon(url, 'out')],
  [
    'an image',
    (url) => {
      new Image().src = `${url}/image.png`
    },
  ],
  [
    'a style',
    (url) => {
      document.body.style.backgroundImage = `url(${url}/back.png)`
    },
  ],
  [
    'a script',
    (url) => {
      const script = document.createElement('script')
      script.src = url
      document.head.append(script)
    },
  ],
  [
    'hints to the network',
    (url) => {
      for (const rel of ['preconnect', 'prefetch', 'preload', 'modulepreload', 'icon']) {
        const link = document.createElement('link')
        Object.assign(link, { rel, href: `${url}/${rel}`, as: 'script' })
        document.head.append(link)
      }
    },
  ],
  ['a worker', (url) => void new Worker(url)],
  ['a module', (url) => import(/* @vite-ignore */ url)],
  [
    'a peer connection',
    async (url) => {
      const port = new URL(url).port
      const iceServers = [
        { urls: `stun:127.0.0.1:${port}` },
        { urls: `turn:127.0.0.1:${port}?transport=tcp`, username: 'a', credential: 'b' },
      ]
      const peer = new RTCPeerConnection({ iceServers })
      peer.createDataChannel('out')
      await peer.setLocalDescription(await peer.createOffer())
      await new Promise((done) => setTimeout(done, 1500))
      peer.close()
    },
  ],
]
