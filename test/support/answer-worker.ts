import path from 'node:path'

/** The thread that checks large answers, run from its source. */
export const answerWorker = path.resolve(
  import.meta.dirname,
  '../../src/main/http/answer-worker.ts',
)
