// With the last page in it, this page can be read before its script runs: the script, which would
// hold the first frame back, is started when that is on the screen. A window that is not shown
// draws nothing, so the wait has an end.
const LONGEST_WAIT_MS = 600

const painted = new Promise((resolve) => {
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
  })
  observer.observe({ type: 'paint', buffered: true })
}).then(() => performance.mark('readable'))
const waited = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
const { next } = document.querySelector('script[data-next]').dataset
void Promise.race([painted, waited]).then(() => import(next))
