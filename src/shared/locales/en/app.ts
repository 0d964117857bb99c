import endpoints from './endpoints.json' with { type: 'json' }
import files from './files.json' with { type: 'json' }
import main from './main.json' with { type: 'json' }
import tables from './tables.json' with { type: 'json' }
import videoSettings from './video-settings.json' with { type: 'json' }

/** The texts used by files and main as well as by the window. */
export const app = {
  name: 'English',
  /** For formats. Plain `en` would format dates differently from what people in the United States expect. */
  locale: 'en-US',
  endpoints,
  files,
  main,
  tables,
  videoSettings,
}

export type AppTexts = typeof app
