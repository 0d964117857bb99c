/** The company of the demo account, simulated by the sandbox service inside the app. */
export const DEMO_COMPANY = {
  players: 48,
  days: 180,
  seed: 7,
  company_id: 'd0c0ffee-0000-4000-8000-000000000048',
  // Analytics, Limits: Enterprise has custom limits. These let the whole demo be downloaded without waiting.
  plan: 'enterprise',
  limits: { queriesPerMinute: 6000 },
  texts: 'ordinary',
} as const
