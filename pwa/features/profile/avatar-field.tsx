import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Avatar } from '#pwa/ui/display/avatar.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './profile-page.module.css';
import { shrinkImage } from './shrink-image.ts';

interface AvatarFieldProps {
  /** The name whose initials are shown without an image. */
  name: string;
  avatar: string | null;
  onChange: (avatar: string | null) => void;
}

/** The user's avatar; an image is scaled down on this device before it is sent. */
export function AvatarField({ name, avatar, onChange }: AvatarFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Allows the same file to be chosen again.
    event.target.value = '';
    if (file === undefined) return;
    setIsBusy(true);
    setProblem(null);
    try {
      onChange(await shrinkImage(file));
    } catch (error) {
      setProblem(describeFailure(error, messages.avatarUnreadable));
    }
    setIsBusy(false);
  };
  return (
    <Cluster gap={4}>
      <Avatar name={name} src={avatar} size={6} />
      <div className={styles.imageText}>
        <Cluster gap={3}>
          <Button isBusy={isBusy} aria-describedby="picture-hint" onClick={() => input.current?.click()}>
            {avatar === null ? 'Choose a picture' : 'Change picture'}
          </Button>
          {avatar !== null && (
            <Button variant="quiet" onClick={() => onChange(null)}>
              Remove picture
            </Button>
          )}
        </Cluster>
        <p className={styles.hint} id="picture-hint">
          JPEG, PNG or WebP, up to 10 MB. The picture is resized on this device before upload.
        </p>
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          accept="image/*"
          aria-label="Picture file"
          tabIndex={-1}
          onChange={(event) => void choose(event)}
        />
      </div>
      {problem && (
        <Notice tone="bad" className={styles.imageProblem}>
          {problem}
        </Notice>
      )}
    </Cluster>
  );
}
