const en = {
  formula: 'How {{name}} is counted',
  notAdded: 'No total: it cannot be added over rows.',
  nothing: {
    'not-downloaded': 'Not downloaded for these dates.',
    loading: 'Loading',
    'not-read': 'Not read yet: open the test to read it.',
    'needs-period':
      'Needs a period query: only single days are stored, and this figure cannot be added over days.',
    'not-applicable': 'Does not apply.',
    'not-in-plan': 'The plan of this key does not include it.',
    merged:
      'Several raw values are in this row: unique counts and rates cannot be added. Open the row for those of each value.',
    failed: 'Could not be read.',
    'not-ranked': 'Below the last place that was asked.',
    entered: 'Entered: it was below the last place that was asked.',
    new: 'New: it was zero in the compared period.',
    'few-data': 'Too few data to compare.',
    'no-comparison': 'No comparable data.',
    'left-empty':
      'Empty in the file. The file of facts beside it says why cells of this column are.',
  },
  short: {
    'not-applicable': 'n/a',
    'not-read': 'not read yet',
    'not-ranked': 'below',
    // All numbers of places that can be asked end in 0 or 5.
    below: 'below {{place}}th',
    entered: 'entered',
    new: 'new',
    'few-data': 'few data',
  },
}

const ptBr: typeof en = {
  formula: 'Como se calcula: {{name}}',
  notAdded: 'Sem total: não pode ser somado entre linhas.',
  nothing: {
    'not-downloaded': 'Não baixado para estas datas.',
    loading: 'Carregando',
    'not-read': 'Ainda não lido: abra o teste para ler.',
    'needs-period':
      'Precisa de uma consulta do período: só há dias avulsos guardados, e este número não pode ser somado entre dias.',
    'not-applicable': 'Não se aplica.',
    'not-in-plan': 'O plano desta chave não inclui este número.',
    merged:
      'Há vários valores brutos nesta linha: contagens únicas e taxas não podem ser somadas. Abra a linha para ver as de cada valor.',
    failed: 'Não foi possível ler.',
    'not-ranked': 'Abaixo da última posição consultada.',
    entered: 'Entrou: estava abaixo da última posição consultada.',
    new: 'Novo: era zero no período comparado.',
    'few-data': 'Dados insuficientes para comparar.',
    'no-comparison': 'Sem dados comparáveis.',
    'left-empty':
      'Vazio no arquivo. O arquivo de dados ao lado diz por que há células vazias nesta coluna.',
  },
  short: {
    'not-applicable': 'n/d',
    'not-read': 'ainda não lido',
    'not-ranked': 'abaixo',
    below: 'abaixo da {{place}}ª',
    entered: 'entrou',
    new: 'novo',
    'few-data': 'poucos dados',
  },
}

export const nothingText = { en, 'pt-BR': ptBr }
