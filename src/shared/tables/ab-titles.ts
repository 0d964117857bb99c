import { words } from '../words.ts'

/** The columns of the A/B desk. */
export const AB_TITLES = {
  ab_test: words('Test', 'Teste'),
  arms: words('Arms (A / B)', 'Braços (A / B)'),
  planned_split: words('Traffic split (%)', 'Divisão do tráfego (%)'),
  started: words('Started', 'Início'),
  finished: words('Finished', 'Fim'),
  test_state: words('State', 'Estado'),
  verdict: words('Verdict', 'Veredito'),
  decisions: words('Decisions', 'Decisões'),
  metric: words('Metric', 'Métrica'),
  part_a: words('A: counted', 'A: contagem'),
  whole_a: words('A: out of', 'A: total'),
  rate_a: words('Rate of A', 'Taxa de A'),
  part_b: words('B: counted', 'B: contagem'),
  whole_b: words('B: out of', 'B: total'),
  rate_b: words('Rate of B', 'Taxa de B'),
  lift: words('Lift of B over A', 'Ganho de B sobre A'),
  lasting_low: words('Lift at least', 'Ganho mínimo'),
  lasting_high: words('Lift at most', 'Ganho máximo'),
  once_low: words('At least, read once', 'Mínimo, lido uma vez'),
  once_high: words('At most, read once', 'Máximo, lido uma vez'),
  chance_better: words('Chance that B is better', 'Chance de B ser melhor'),
  chance_better_usd: words('Chance that B is better (USD)', 'Chance de B ser melhor (USD)'),
  chance_better_brl: words('Chance that B is better (BRL)', 'Chance de B ser melhor (BRL)'),
  chance_better_eur: words('Chance that B is better (EUR)', 'Chance de B ser melhor (EUR)'),
  share_kind: words('Share is', 'A parte é'),
  planned_share: words('Planned share', 'Parte prevista'),
  got_share: words('Share it got', 'Parte recebida'),
  split_chance: words('Chance of mere luck', 'Chance de ser acaso'),
  reached_a: words('Reached, A', 'Chegaram, A'),
  reached_b: words('Reached, B', 'Chegaram, B'),
  reached_difference: words('B minus A, points', 'B menos A, pontos'),
  revenue_figure: words('Figure', 'Número'),
  days_compared: words('Days compared', 'Dias comparados'),
  decided_at: words('Decided', 'Decidido em'),
  who: words('Who', 'Quem'),
  hypothesis: words('Hypothesis', 'Hipótese'),
  why: words('Why', 'Por quê'),
  guardrail_days: words('Guardrail: whole days', 'Limite: dias inteiros'),
  guardrail_conversions: words('Guardrail: sales per arm', 'Limite: vendas por braço'),
  guardrail_probability: words('Guardrail: chance', 'Limite: chance'),
  guardrail_smallest_lift: words('Guardrail: smallest lift', 'Limite: menor ganho'),
  guardrail_loss: words('Guardrail: loss', 'Limite: perda'),
} as const

export const AB_TABLE_NAMES = {
  ab_tests: words('A/B tests', 'Testes A/B'),
  ab_sides: words('Side by side', 'Lado a lado'),
  ab_split: words('Split check', 'Checagem da divisão'),
  ab_time: words('Result over time', 'Resultado ao longo do tempo'),
  ab_retention: words('Retention of both arms', 'Retenção dos dois braços'),
  ab_revenue: words('Revenue per play', 'Receita por play'),
  ab_decisions: words('Decision log', 'Registro de decisões'),
} as const

/** Texts of ours that stand in cells, by column. */
export const AB_CODED = {
  metric: {
    conversion_rate: words('Conversion rate', 'Taxa de conversão'),
    play_rate: words('Play rate', 'Taxa de play'),
    pitch_retention_rate: words('Pitch retention', 'Retenção no pitch'),
  },
  test_state: {
    planned: words('not started', 'não iniciado'),
    running: words('running', 'em andamento'),
    finished: words('finished', 'encerrado'),
  },
  share_kind: {
    fixed: words('fixed', 'fixa'),
    adjusted: words('adjusted automatically', 'ajustada automaticamente'),
  },
  verdict: {
    invalid: words('do not read yet', 'não leia ainda'),
    collecting: words('too soon to tell', 'cedo para concluir'),
    ended_early: words('ended too early to tell', 'encerrado cedo demais para concluir'),
    ended_unread: words('ended, not read since', 'encerrado, não relido'),
    none: words('no difference that matters', 'sem diferença relevante'),
    leaning: words('one is ahead', 'um está na frente'),
    decided: words('one is better', 'um é melhor'),
  },
  revenue_figure: {
    arm_a: words('A', 'A'),
    arm_b: words('B', 'B'),
    difference: words('B minus A', 'B menos A'),
    difference_low: words('Difference at least', 'Diferença mínima'),
    difference_high: words('Difference at most', 'Diferença máxima'),
  },
}

export const AB_DEFINITIONS = {
  lift: words('Rate of B ÷ rate of A − 1.', 'Taxa de B ÷ taxa de A − 1.'),
  lasting_low: words(
    'Lower end of the interval of the lift. It holds however often the test is looked at (normal mixture sequence, at the chance of the guardrails, shared among the pairs of arms).',
    'Limite inferior do intervalo do ganho. Vale por mais vezes que o teste seja consultado (sequência de mistura normal, com a chance dos limites, repartida entre os pares de braços).',
  ),
  lasting_high: words(
    'Upper end of the interval of the lift. It holds however often the test is looked at (normal mixture sequence, at the chance of the guardrails, shared among the pairs of arms).',
    'Limite superior do intervalo do ganho. Vale por mais vezes que o teste seja consultado (sequência de mistura normal, com a chance dos limites, repartida entre os pares de braços).',
  ),
  once_low: words(
    'Lower end of the 95 % interval for someone who looks only once (Beta(1,1)-binomial). Looked at daily it misleads.',
    'Limite inferior do intervalo de 95 % para quem olha uma única vez (Beta(1,1)-binomial). Consultado todo dia, engana.',
  ),
  once_high: words(
    'Upper end of the 95 % interval for someone who looks only once (Beta(1,1)-binomial). Looked at daily it misleads.',
    'Limite superior do intervalo de 95 % para quem olha uma única vez (Beta(1,1)-binomial). Consultado todo dia, engana.',
  ),
  chance_better: words(
    'How likely the true rate of B is above that of A, from a flat prior (Beta(1,1)-binomial).',
    'Quão provável é a taxa real de B ser maior que a de A, sem informação prévia (Beta(1,1)-binomial).',
  ),
  share_kind: words(
    'A fixed share stays as it was set. One that the service adjusts by itself is no plan, so the split is not checked.',
    'Uma parte fixa fica como foi definida. Uma que o serviço ajusta sozinho não é um plano, então a divisão não é checada.',
  ),
  split_chance: words(
    'How likely a split so far from the plan is by chance alone (chi-square of the unique devices that loaded the player). Under 0.1 % the test is not read.',
    'Quão provável é, por acaso, uma divisão tão longe do plano (qui-quadrado dos dispositivos únicos que carregaram o player). Abaixo de 0,1 % o teste não é lido.',
  ),
  metric: words(
    'Conversion: unique sessions that bought ÷ unique devices that played. Play: unique devices that played ÷ that loaded the player. Pitch: sessions that reached the pitch ÷ sessions measured.',
    'Conversão: sessões únicas que compraram ÷ dispositivos únicos que deram play. Play: dispositivos únicos que deram play ÷ que carregaram o player. Pitch: sessões que chegaram ao pitch ÷ sessões medidas.',
  ),
  reached_difference: words(
    'Percent of B that reached this second minus percent of A, in points.',
    'Percentual de B que chegou a este segundo menos o de A, em pontos.',
  ),
  days_compared: words(
    'Days that both arms have. They are drawn again 2,000 times, always alike, to see how far the difference varies from day to day.',
    'Dias que os dois braços têm. São sorteados de novo 2.000 vezes, sempre do mesmo modo, para ver quanto a diferença varia de um dia para o outro.',
  ),
}
