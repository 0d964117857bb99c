import type { AppTexts } from '../en/app.ts'
import endpoints from './endpoints.json' with { type: 'json' }
import files from './files.json' with { type: 'json' }
import main from './main.json' with { type: 'json' }
import tables from './tables.json' with { type: 'json' }
import videoSettings from './video-settings.json' with { type: 'json' }

export const app = {
  name: 'Português (Brasil)',
  locale: 'pt-BR',
  endpoints,
  files,
  main,
  tables,
  videoSettings,
} satisfies AppTexts
