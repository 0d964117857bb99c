const en = {
  of: 'Report of {{when}}',
  facts: '{{account}} · {{days}} · days of {{zone}}',
  factsAlone: '{{account}} · days of {{zone}}',
  asOf: 'Figures as of {{newest}}; the oldest of {{oldest}}. Made with Cuepoint {{version}}.',
  readOnly: 'Read only',
  close: 'Close the report',
  save: 'Save as file',
  pdf: 'Save as PDF',
  stopPdf: 'Stop the PDF',
  pdfUnderWay: 'The pages are being drawn…',
  saved: 'Saved as {{file}}.',
  freeze: 'Freeze as report',
  freezeHint: 'Keeps this screen as it stands in the library of reports',
  kept: 'Kept. Show the library',
  checksum: 'Checksum {{id}}',
}

const pt: typeof en = {
  of: 'Relatório de {{when}}',
  facts: '{{account}} · {{days}} · dias de {{zone}}',
  factsAlone: '{{account}} · dias de {{zone}}',
  asOf: 'Números de {{newest}}; o mais antigo, de {{oldest}}. Feito com o Cuepoint {{version}}.',
  readOnly: 'Somente leitura',
  close: 'Fechar o relatório',
  save: 'Salvar como arquivo',
  pdf: 'Salvar como PDF',
  stopPdf: 'Parar o PDF',
  pdfUnderWay: 'As páginas estão sendo desenhadas…',
  saved: 'Salvo como {{file}}.',
  freeze: 'Congelar como relatório',
  freezeHint: 'Guarda esta tela como está na biblioteca de relatórios',
  kept: 'Guardado. Ver a biblioteca',
  checksum: 'Soma de verificação {{id}}',
}

export const reportText = { en, 'pt-BR': pt }
