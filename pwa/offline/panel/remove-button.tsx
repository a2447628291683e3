import { useState } from 'react';
import { formatBytes } from '#pwa/lesson/format-bytes.ts';
import { Button, type ButtonProps } from '#pwa/ui/controls/button.tsx';
import styles from './offline-panel.module.css';

interface RemoveButtonProps extends Pick<ButtonProps, 'size'> {
  bytes: number;
  what: string;
  onRemove: () => void;
}

/** Confirms first: without a connection, files removed by mistake cannot be downloaded again. */
export function RemoveButton({ size, bytes, what, onRemove }: RemoveButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  if (!isConfirming) {
    return (
      <Button size={size} variant={size === 'sm' ? 'quiet' : 'line'} onClick={() => setIsConfirming(true)}>
        Remove {size === 'sm' ? <span className="visually-hidden">{what} from this device</span> : what}
      </Button>
    );
  }
  const remove = () => {
    setIsConfirming(false);
    onRemove();
  };
  return (
    <span className={styles.confirm}>
      <Button size={size} variant="danger" autoFocus onClick={remove}>
        Remove {formatBytes(bytes)}
        <span className="visually-hidden"> of {what} from this device</span>
      </Button>
      <Button size={size} onClick={() => setIsConfirming(false)}>
        Cancel
      </Button>
    </span>
  );
}
