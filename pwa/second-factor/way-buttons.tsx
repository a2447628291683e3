import { Button } from '../ui/controls/button.tsx';
import { type Way, wayTexts } from './ways.ts';

interface WayButtonsProps {
  ways: readonly Way[];
  current: Way;
  onChoose: (way: Way) => void;
}

/** The other ways to confirm. */
export function WayButtons({ ways, current, onChoose }: WayButtonsProps) {
  return ways
    .filter((way) => way !== current)
    .map((way) => (
      <Button key={way} variant="quiet" onClick={() => onChoose(way)}>
        {wayTexts[way]}
      </Button>
    ));
}
