import { useState } from 'react';
import { formatBytes } from '../../lesson/format-bytes.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import styles from './offline-panel.module.css';

interface RemoveButtonProps extends Pick<ButtonProps, 'size'> {
  bytes: number;
  what: string;
  onRemove: () => void;
}

/** Confirms first: without a connection, files removed by mistake cannot be downloaded again. */
export function RemoveButton({ size, bytes, what, onRemove }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button size={size} variant={size === 'sm' ? 'quiet' : 'line'} onClick={() => setIsAsking(true)}>
        Remove {size === 'sm' ? <span className="visually-hidden">{what} from this device</span> : what}
      </Button>
    );
  }
  const remove = () => {
    setIsAsking(false);
    onRemove();
  };
  return (
    <span className={styles.ask}>
      <Button size={size} variant="danger" autoFocus onClick={remove}>
        Remove {formatBytes(bytes)}
        <span className="visually-hidden"> of {what} from this device</span>
      </Button>
      <Button size={size} onClick={() => setIsAsking(false)}>
        Keep
      </Button>
    </span>
  );
}
