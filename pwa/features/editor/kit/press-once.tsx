import { useState } from 'react';
import { Button, type ButtonProps } from '#pwa/ui/controls/button.tsx';

type PressOnceProps = Omit<ButtonProps, 'onClick' | 'isBusy'> & { onPress: () => Promise<void> };

/** A button that is busy until its action is done, so that two presses do not save twice. */
export function PressOnce({ onPress, ...button }: PressOnceProps) {
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    await onPress();
    setIsBusy(false);
  };
  return <Button {...button} isBusy={isBusy} onClick={() => void press()} />;
}
