import type { Page } from 'playwright'

/** Collects policy violations of the page from now on, and errors that it writes to the console. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /security policy|trusted/i.test(message.text())) {
      complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) => {
      console.error(`security policy: ${violatedDirective} in ${sourceFile}`)
    })
  })
  return complaints
}
