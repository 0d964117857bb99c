const en = {
  title: 'Dry run: what this filter would have diverted',
  text: 'Of those who came between {{days}}. Past figures, not a forecast.',
  off: 'The filter is off, so it diverts nobody. Were it on:',
  open: 'No rule is set: nobody would have been diverted.',
  noPlayer: 'No player has the id of this video, so nothing is known of its audience.',
  none: 'No figures by country or device are stored of this video.',
  noneText:
    'Ask for those of {{days}} once; then every change of the filter is tried on them here.',
  ask: 'Ask for what is missing',
  askAgain: 'Ask for {{days}}',
  asked: 'Figures',
  rule: 'Rule',
  views: 'Views',
  sales: 'Sales',
  money: 'Revenue',
  list: { countries: 'Countries alone', devices: 'Devices alone' },
  together: 'All rules together',
  exact: '{{figure}} of {{all}} ({{share}})',
  between: '{{low}} to {{high}} of {{all}} ({{lowShare}} to {{highShare}})',
  atMost: 'at most {{high}} of {{all}} ({{highShare}})',
  exactMoney: '{{figure}} of {{all}}',
  betweenMoney: '{{low}} to {{high}} of {{all}}',
  atMostMoney: 'at most {{high}} of {{all}}',
  noneOf: 'none',
  noMoney: 'none',
  missing: 'not stored',
  note: {
    crossed:
      'The service does not cross countries with devices: together they diverted at least the larger and at most the sum.',
    missing: 'Not stored, so it could have diverted everyone: {{lists}}.',
    unknown: 'No figure tells what these rules would have diverted, so up to everyone: {{rules}}.',
    emptyList:
      'A list is set and empty. The service’s documentation does not say whether it lets everyone pass or nobody, so up to everyone.',
    token:
      'A token is set: pages that present it pass, and how many do is not known. So all rules together have no lowest figure, and a list alone is counted as if no page had the token.',
    unclear:
      'It cannot be told whether these are allowed, so they count in the highest figure only: {{values}}.',
    loosening:
      'Only what is stricter can be tried: whom a filter already diverted never came to this video and is not in these figures.',
    late: 'Sales of the last days may still come in.',
  },
  values: 'Most diverted: {{values}}.',
  more: '{{values}} and {{count, number}} more',
  value: '{{value}} ({{views}})',
  empty: '(empty)',
  rules: {
    languages: 'browser languages',
    query_params: 'query parameters',
    block_proxy: 'proxies and VPNs',
    countries: 'countries',
    devices: 'devices',
  },
}

const ptBr: typeof en = {
  title: 'Simulação: o que este filtro teria desviado',
  text: 'De quem veio em {{days}}. Números passados, não uma previsão.',
  off: 'O filtro está desligado e não desvia ninguém. Se estivesse ligado:',
  open: 'Nenhuma regra definida: ninguém teria sido desviado.',
  noPlayer: 'Nenhum player tem o id deste vídeo, por isso nada se sabe do público dele.',
  none: 'Não há números por país ou dispositivo guardados deste vídeo.',
  noneText:
    'Consulte os de {{days}} uma vez; depois cada alteração do filtro é ensaiada neles aqui.',
  ask: 'Consultar o que falta',
  askAgain: 'Consultar {{days}}',
  asked: 'Números',
  rule: 'Regra',
  views: 'Visualizações',
  sales: 'Vendas',
  money: 'Receita',
  list: { countries: 'Somente países', devices: 'Somente dispositivos' },
  together: 'Todas as regras juntas',
  exact: '{{figure}} de {{all}} ({{share}})',
  between: '{{low}} a {{high}} de {{all}} ({{lowShare}} a {{highShare}})',
  atMost: 'no máximo {{high}} de {{all}} ({{highShare}})',
  exactMoney: '{{figure}} de {{all}}',
  betweenMoney: '{{low}} a {{high}} de {{all}}',
  atMostMoney: 'no máximo {{high}} de {{all}}',
  noneOf: 'nenhuma',
  noMoney: 'nenhum',
  missing: 'não guardado',
  note: {
    crossed:
      'O serviço não cruza países com dispositivos: juntos desviaram pelo menos o maior e no máximo a soma.',
    missing: 'Não guardado, por isso poderia ter desviado todos: {{lists}}.',
    unknown: 'Nenhum número diz o que estas regras teriam desviado, por isso até todos: {{rules}}.',
    emptyList:
      'Uma lista está definida e vazia. A documentação do serviço não diz se ela deixa passar todos ou ninguém, por isso até todos.',
    token:
      'Há um token: páginas que o apresentam passam, e não se sabe quantas são. Por isso todas as regras juntas não têm um mínimo, e uma lista sozinha é contada como se nenhuma página tivesse o token.',
    unclear:
      'Não dá para saber se estes são permitidos, por isso contam somente no máximo: {{values}}.',
    loosening:
      'Só o que é mais rígido pode ser simulado: quem um filtro já desviou nunca chegou a este vídeo e não está nestes números.',
    late: 'As vendas dos últimos dias ainda podem chegar.',
  },
  values: 'Mais desviados: {{values}}.',
  more: '{{values}} e mais {{count, number}}',
  value: '{{value}} ({{views}})',
  empty: '(vazio)',
  rules: {
    languages: 'idiomas do navegador',
    query_params: 'parâmetros da URL',
    block_proxy: 'proxies e VPNs',
    countries: 'países',
    devices: 'dispositivos',
  },
}

export const dryRunText = { en, 'pt-BR': ptBr }
