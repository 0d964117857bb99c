import endpoints from './endpoints.json' with { type: 'json' }
import files from './files.json' with { type: 'json' }
import main from './main.json' with { type: 'json' }
import tables from './tables.json' with { type: 'json' }
import videoSettings from './video-settings.json' with { type: 'json' }

/** What files and main say, and the window beside them. */
export const app = {
  name: 'English',
  /** Of formats; a plain `en` writes days otherwise than people in the United States do. */
  locale: 'en-US',
  endpoints,
  files,
  main,
  tables,
  videoSettings,
}

export type AppTexts = typeof app
