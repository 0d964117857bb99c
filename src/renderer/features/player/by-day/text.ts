const en = {
  title: 'Breakdown by day',
  measure: 'Figure',
  view: { chart: 'Chart', table: 'Table' },
  viewLabel: 'Show as',
  note: 'The six values with most plays, all on one scale.',
  partial: 'Hollow: today is not over.',
  few: 'Under {{count}} plays: rates say little.',
  summary: '{{value}}: highest {{most}} on {{day}}.',
  most: 'Highest {{most}}, {{day}}',
  plays: '{{count}} plays',
  none: 'no figure',
}

const ptBr: typeof en = {
  title: 'Detalhamento por dia',
  measure: 'Número',
  view: { chart: 'Gráfico', table: 'Tabela' },
  viewLabel: 'Mostrar como',
  note: 'Os seis valores com mais plays, todos na mesma escala.',
  partial: 'Vazado: hoje ainda não terminou.',
  few: 'Menos de {{count}} plays: as taxas dizem pouco.',
  summary: '{{value}}: maior {{most}} em {{day}}.',
  most: 'Maior {{most}}, {{day}}',
  plays: '{{count}} plays',
  none: 'sem número',
}

export const byDayText = { en, 'pt-BR': ptBr }
