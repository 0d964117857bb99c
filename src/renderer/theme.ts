import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { tokens } from './tokens.ts'

const IN_MAIN = {
  padding: 8,
  // A getter, because the element does not exist yet when the theme is created.
  get boundary() {
    return document.querySelector('main') ?? undefined
  },
}

/** Keeps popovers within the screen, so that they do not cover the sidebar. */
const WITHIN_SCREEN = { flip: true, shift: IN_MAIN }

/** Also keeps popovers off their own button: with little space they shrink and scroll. */
export const WITHIN_HEIGHT = { ...WITHIN_SCREEN, size: IN_MAIN }

/** Mantine's descriptions and errors of small fields would be 10 px. */
const legible = {
  label: {},
  description: { '--input-description-size': '0.75rem' },
  error: { '--input-error-size': '0.75rem' },
  success: {},
} as const

const small = { defaultProps: { size: 'xs' } }

/** Compact sizes, and accessible names that Mantine leaves out. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: 'sm',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '600' },
  fontSizes: { xs: '.75rem', sm: '.8125rem', md: '.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { sm: '6px', md: '8px' },
  components: {
    // By name, because importing the components would load all of them at the start.
    Button: { defaultProps: { size: 'xs', variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    InputWrapper: { vars: () => legible },
    TextInput: small,
    Textarea: small,
    PasswordInput: small,
    NumberInput: small,
    NativeSelect: small,
    Select: small,
    Autocomplete: small,
    Switch: small,
    TagsInput: small,
    MultiSelect: small,
    Checkbox: small,
    Radio: small,
    SegmentedControl: small,
    Kbd: small,
    // A download moves it several times a second: a transition would lay it out in every frame.
    ProgressRoot: { defaultProps: { transitionDuration: 0 } },
    Text: small,
    // Built on Text.
    Anchor: { defaultProps: { size: 'md' } },
    // Inside a landmark, so that screen readers find all content in landmarks.
    Portal: { defaultProps: { target: '#overlays' } },
    Popover: { defaultProps: { middlewares: WITHIN_SCREEN } },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 320 } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 0 },
        padding: 'lg',
        styles: {
          title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 },
          // Its header and the buttons at its end stay in view over what scrolls.
          content: { scrollPaddingBlock: '60px 80px' },
        },
        // The kit's <header> would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
})

const inCss = (theme: keyof typeof tokens) =>
  Object.fromEntries(
    Object.entries(tokens[theme]).map(([name, value]) => [`--desk-${name}`, value]),
  )

const kitColors = {
  '--mantine-color-text': 'var(--desk-text)',
  '--mantine-color-dimmed': 'var(--desk-third)',
  '--mantine-color-placeholder': 'var(--desk-third)',
  '--mantine-color-error': 'var(--desk-bad)',
  '--mantine-color-anchor': 'var(--desk-accent)',
  '--mantine-color-default-border': 'var(--desk-line)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...inCss('light'),
    ...kitColors,
    // Under the pointer the kit's own grounds are too dark for the text on them.
    '--mantine-color-indigo-light': 'var(--desk-chosen)',
    '--mantine-color-indigo-light-hover': 'var(--mantine-color-indigo-1)',
    '--mantine-color-red-light-hover': 'var(--mantine-color-red-1)',
  },
  dark: {
    ...inCss('dark'),
    ...kitColors,
    '--mantine-color-body': 'var(--desk-surface)',
    '--mantine-color-default': 'var(--desk-surface)',
    // The kit's own colours are nearly white: a link would not look like one, and deleting would
    // look harmless.
    '--mantine-color-red-light-color': 'var(--desk-bad)',
    '--mantine-color-red-light-hover': 'var(--mantine-color-red-light)',
    '--mantine-color-indigo-light-color': 'var(--desk-chosen-text)',
  },
})
