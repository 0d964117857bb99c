const en = {
  grows: 'Sales fall on the day of the click: those of {{days}} may still grow.',
  settled: 'Sales of all these days are settled.',
  before: 'Days before are settled.',
  usual: '{{day}} usually grows {{percent}} within {{time}} ({{rest}})',
  shrinks: '{{day}} usually shrinks {{percent}} within {{time}} ({{rest}})',
  stays: '{{day}} usually stays as it is ({{rest}})',
  inAccount: 'In this account, as first read: {{ages}}.',
  rests_one: 'seen on {{count, number}} day',
  rests_other: 'seen on {{count, number}} days',
  within_one: '{{count}} day',
  within_other: '{{count}} days',
}

const ptBr: typeof en = {
  grows: 'As vendas caem no dia do clique: as de {{days}} ainda podem crescer.',
  settled: 'As vendas de todos estes dias são definitivas.',
  before: 'As dos dias anteriores são definitivas.',
  usual: '{{day}} costuma crescer {{percent}} em {{time}} ({{rest}})',
  shrinks: '{{day}} costuma diminuir {{percent}} em {{time}} ({{rest}})',
  stays: '{{day}} costuma ficar como está ({{rest}})',
  inAccount: 'Nesta conta, na primeira leitura: {{ages}}.',
  rests_one: 'visto em {{count, number}} dia',
  rests_other: 'visto em {{count, number}} dias',
  within_one: '{{count}} dia',
  within_other: '{{count}} dias',
}

export const growthText = { en, 'pt-BR': ptBr }
