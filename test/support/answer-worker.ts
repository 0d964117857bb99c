import path from 'node:path'

/** The thread that checks large answers, as a source. */
export const answerWorker = path.resolve(
  import.meta.dirname,
  '../../src/main/http/answer-worker.ts',
)
