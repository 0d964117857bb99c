// Starts the page's script after the first frame, so that the last page in the markup is painted
// before the script blocks it. A hidden window paints nothing, so the wait is limited.
const LONGEST_WAIT_MS = 600

const painted = new Promise((resolve) => {
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
  })
  observer.observe({ type: 'paint', buffered: true })
}).then(() => performance.mark('readable'))
const waited = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
const { next, texts } = document.querySelector('script[data-next]').dataset
void Promise.race([painted, waited]).then(() => {
  // Requested before main gets busy, which is when it has sent the script.
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: texts })
  document.head.append(link)
  return import(next)
})
