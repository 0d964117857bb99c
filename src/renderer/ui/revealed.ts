import { type FocusEvent, useState } from 'react'

/** Whether a secret is shown: once it is asked for, and until the focus leaves the element that has `onBlur`. */
export function useRevealed() {
  const [isShown, setIsShown] = useState(false)
  return {
    isShown,
    setIsShown,
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) setIsShown(false)
    },
  }
}
