// Scripts that run in the page. Each returns what it found or throws the reason.

/** Shows that the page's script, the bridge and main work: the first screen is drawn. */
export const windowReport = `(async () => {
  const reply = await window.cuepoint.call('app', 'info')
  if (!reply.ok) throw new Error('the desk answered ' + JSON.stringify(reply.failure))
  const heading = () => document.querySelector('h1')?.textContent
  while (!heading()) await new Promise((next) => setTimeout(next, 50))
  return 'the first screen is drawn: ' + heading()
})()`

export const fontsReport = `(async () => {
  const faces = await document.fonts.load('1em "Inter Variable"', 'Aã')
  if (faces.length === 0) throw new Error('no face of the font Inter matches')
  const missing = faces.filter(({ status }) => status !== 'loaded')
  if (missing.length > 0) throw new Error('faces of the font Inter were not loaded')
  return faces.length + ' faces of Inter loaded'
})()`

export const policyReport = `(async () => {
  const refused = []
  document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
  const elsewhere = 'https://elsewhere.example.com/'
  await fetch(elsewhere).catch(() => undefined)
  new Image().src = elsewhere
  const style = document.createElement('style')
  style.append('h1 { display: none }')
  document.head.append(style)
  style.remove()
  const script = document.createElement('script')
  try {
    script.text = 'window.wasRun = true'
    document.body.append(script)
  } catch {}
  const wanted = ['connect-src', 'img-src', 'style-src-elem', 'require-trusted-types-for']
  const isRefused = () => wanted.every((each) => refused.includes(each))
  for (let times = 0; times < 40 && !isRefused(); times++) await new Promise((next) => setTimeout(next, 50))
  const allowed = wanted.filter((each) => !refused.includes(each))
  if (window.wasRun) allowed.push('script-src')
  if (allowed.length > 0) throw new Error('not enforced: ' + allowed)
  return 'refused by ' + wanted.join(', ')
})()`
