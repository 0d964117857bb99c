const en = {
  menu: 'Picture of the chart',
  copy: 'Copy picture',
  png: 'Save as PNG',
  svg: 'Save as SVG',
  copied: 'Picture copied',
  notDrawn: 'The chart is not drawn yet. Open the menu again in a moment.',
  days: '{{days}} · days of {{zone}}',
  daysCompared: '{{days}} · compared with {{comparison}} · days of {{zone}}',
  zoneOnly: 'Days of {{zone}}',
  compared: 'Compared: {{days}}',
  partial: 'not over, or not all of it in the period',
  growing: 'may still grow',
  few: 'too few sessions to be sure',
  asOf: 'Figures as of {{time}}, {{zone}}',
  asOfFinal: 'Figures as of {{time}}, {{zone}}, final',
}

const ptBr: typeof en = {
  menu: 'Imagem do gráfico',
  copy: 'Copiar imagem',
  png: 'Salvar como PNG',
  svg: 'Salvar como SVG',
  copied: 'Imagem copiada',
  notDrawn: 'O gráfico ainda não foi desenhado. Abra o menu de novo daqui a pouco.',
  days: '{{days}} · dias de {{zone}}',
  daysCompared: '{{days}} · comparado com {{comparison}} · dias de {{zone}}',
  zoneOnly: 'Dias de {{zone}}',
  compared: 'Comparado: {{days}}',
  partial: 'não terminou, ou não está todo no período',
  growing: 'ainda pode crescer',
  few: 'sessões de menos para ter certeza',
  asOf: 'Números de {{time}}, {{zone}}',
  asOfFinal: 'Números de {{time}}, {{zone}}, definitivos',
}

export const pictureText = { en, 'pt-BR': ptBr }
