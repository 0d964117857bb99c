const en = {
  steady: 'steady',
  same: 'no change',
  steadyMeaning: 'Less than {{band}} either way: too little to call a move.',
  difference: 'Difference: {{amount}}.',
  good: 'better',
  bad: 'worse',
  new: 'new',
  newMeaning: 'It was zero in the compared period, so there is no percentage.',
  fewData: 'few data',
  fewDataMeaning: 'Too few to say whether this moved or only varies by chance.',
  noComparison: 'no comparison',
  noComparisonMeaning: 'There is nothing to compare with for these dates.',
}

const ptBr: typeof en = {
  steady: 'estável',
  same: 'sem mudança',
  steadyMeaning: 'Menos de {{band}} para mais ou para menos: pouco para dizer que mudou.',
  difference: 'Diferença: {{amount}}.',
  good: 'melhor',
  bad: 'pior',
  new: 'novo',
  newMeaning: 'Era zero no período comparado, por isso não há porcentagem.',
  fewData: 'poucos dados',
  fewDataMeaning: 'Poucos dados para dizer se mudou ou se varia por acaso.',
  noComparison: 'sem comparação',
  noComparisonMeaning: 'Não há com o que comparar nestas datas.',
}

export const figureText = { en, 'pt-BR': ptBr }
