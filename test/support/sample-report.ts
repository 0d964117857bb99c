import type { ReportDocument } from '../../src/shared/features/reports/report.ts'
import { NO_STATISTICS } from '../../src/shared/tables/measures.ts'

/** A small report with something in every field. */
export function sampleReport(): ReportDocument {
  return {
    format: 'cuepoint-report',
    edition: 1,
    about: {
      screen: 'player',
      title: 'Página de vendas, março — “quente” 🔥',
      account: { id: 'abcdefghijkl', name: 'Agência', timezone: 'America/Sao_Paulo' },
      player: {
        id: '0123456789abcdef01234567',
        name: 'VSL 1',
        duration: 1800,
        pitch_time: 1290,
      },
      group: { id: 'test-1', name: 'Headline' },
      period: { start: '2025-03-01', end: '2025-03-31' },
      comparison: { start: '2025-01-29', end: '2025-02-28' },
      filters: { search: 'vsl', limit: 20, activeOnly: true },
      madeAt: 1_743_465_600_000,
      asOf: { oldest: 1_743_465_000_000, newest: 1_743_465_500_000 },
      version: '0.1.0',
    },
    view: { basis: 'sessions', curves: ['browser'] },
    definitions: { views: { en: 'Sessions that loaded it', 'pt-BR': 'Sessões que carregaram' } },
    calls: [
      {
        noun: 'analytics',
        verb: 'stats',
        input: { player_id: '0123456789abcdef01234567', timezone: 'America/Sao_Paulo' },
        value: {
          value: {
            ...NO_STATISTICS,
            total_viewed: 1234,
            // Fields of a later version of the service are kept.
            rates: [0.5, 12.25, -3e-7],
            name: 'a "quoted"\nline',
          },
          ...{ asOf: 1_743_465_500_000, from: 'store', isSettled: true, trouble: null },
        },
      },
    ],
  }
}
