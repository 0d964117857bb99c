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
  drop: 'Drop a report file to open it',
  dropTooLarge: '“{{name}}” is too large to be dropped',
  dropTooLargeText:
    'Files of up to {{most}} can be dropped. Larger ones open with the button “Open a file…” of the reports.',
  taken_one: '{{count, number}} report was opened and is in the library.',
  taken_other: '{{count, number}} reports were opened and are in the library.',
  dismiss: 'Close this notice',
  showLibrary: 'Show the library',
  openFile: 'Open a report file…',
  openFileHint:
    'A .cuepoint file that somebody sent needs no account and no key. It can also be dropped anywhere in this window.',
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
  drop: 'Solte um arquivo de relatório para abri-lo',
  dropTooLarge: '“{{name}}” é grande demais para ser solto aqui',
  dropTooLargeText:
    'Podem ser soltos arquivos de até {{most}}. Os maiores abrem pelo botão “Abrir arquivo…” dos relatórios.',
  taken_one: '{{count, number}} relatório foi aberto e está na biblioteca.',
  taken_other: '{{count, number}} relatórios foram abertos e estão na biblioteca.',
  dismiss: 'Fechar este aviso',
  showLibrary: 'Ver a biblioteca',
  openFile: 'Abrir arquivo de relatório…',
  openFileHint:
    'Um arquivo .cuepoint que alguém enviou não precisa de conta nem de chave. Também pode ser solto em qualquer lugar desta janela.',
}

export const reportText = { en, 'pt-BR': pt }
