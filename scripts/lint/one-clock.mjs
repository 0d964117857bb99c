// A plugin of the linter: time and zone come from the clock that is handed in (src/shared/clock.ts).
const HINT = 'Take the time and the zone from the clock that is handed in (src/shared/clock.ts).'

const LOCAL_METHODS =
  /^(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)$|^getTimezoneOffset$|^toLocale(Date|Time)String$/
const SQL_NOW = /\b(CURRENT_(DATE|TIME|TIMESTAMP)|unixepoch\s*\(\s*\))|'now'\s*[),]/

const isNamed = (node, name) => node?.type === 'Identifier' && node.name === name
const nameOf = (property) =>
  property.type === 'Identifier' ? property.name : String(property.value ?? '')

/** `Intl.DateTimeFormat` with literal options that contain no zone. */
function isInMachineZone({ callee, arguments: given }) {
  const isFormat =
    callee.type === 'MemberExpression' &&
    isNamed(callee.object, 'Intl') &&
    nameOf(callee.property) === 'DateTimeFormat'
  if (!isFormat) return false
  const options = given[1]
  if (!options) return true
  if (options.type !== 'ObjectExpression') return false
  return !options.properties.some(
    (one) => one.type === 'SpreadElement' || nameOf(one.key) === 'timeZone',
  )
}

const machineClock = {
  create(context) {
    const report = (node) => context.report({ node, message: HINT })
    const readText = (node, text) => {
      if (SQL_NOW.test(text)) report(node)
    }
    return {
      MemberExpression(node) {
        const name = nameOf(node.property)
        if (isNamed(node.object, 'Date') && name === 'now') report(node)
        if (isNamed(node.object, 'Temporal') && name === 'Now') report(node)
        if (LOCAL_METHODS.test(name)) report(node)
      },
      NewExpression(node) {
        // Without an argument it is the current time; with several it is a local time in the
        // computer's zone.
        if (isNamed(node.callee, 'Date') && node.arguments.length !== 1) report(node)
        if (isInMachineZone(node)) report(node)
      },
      CallExpression(node) {
        if (isNamed(node.callee, 'Date')) report(node)
        if (isInMachineZone(node)) report(node)
      },
      Literal(node) {
        if (typeof node.value === 'string') readText(node, node.value)
      },
      TemplateElement(node) {
        readText(node, node.value.raw)
      },
    }
  },
}

const stopwatch = {
  create(context) {
    return {
      MemberExpression(node) {
        if (isNamed(node.object, 'performance') && nameOf(node.property) === 'now') {
          context.report({ node, message: `${HINT} What is fast is measured by the bench.` })
        }
      },
    }
  },
}

export default {
  meta: { name: 'one-clock' },
  rules: { 'machine-clock': machineClock, stopwatch },
}
