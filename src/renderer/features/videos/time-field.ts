import { videoTime } from '../../../shared/time/time.ts'

export { readTime } from '../../../shared/time/time.ts'

export const writeTime = (seconds: unknown) =>
  typeof seconds === 'number' && seconds >= 0 ? videoTime(seconds) : writePlain(seconds)

export const writePlain = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean)
