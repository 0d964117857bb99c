import { AppError, failureOf, type ReportFileTrouble } from '../../../shared/failure.ts'

export type Refuse = (reason: ReportFileTrouble, text?: string) => AppError

/** Makes refusals of a file with this name. */
export function refuseNamed(name: string): Refuse {
  return (reason, text = '') =>
    new AppError({ kind: 'report-file', reason, name: shown(name), text: shown(text) })
}

/** Untrusted text made safe to show: one line, at most 160 characters, no controls. */
function shown(text: string): string {
  const line = text.slice(0, 1000).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  const characters = Array.from(line.trim())
  return characters.length > 160 ? `${characters.slice(0, 160).join('')}…` : characters.join('')
}

export function messageOf(thrown: unknown): string {
  const failure = failureOf(thrown)
  return 'text' in failure ? failure.text : failure.kind
}
