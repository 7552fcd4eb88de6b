// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Answers calls of any name with whatever bytes it was told for the first argument, or fails as it was told.
contract Hostile {
    enum Way { Return, Revert, Spin, Long }

    mapping(uint256 id => bytes) private answers;
    mapping(uint256 id => Way) private ways;

    function setAnswer(uint256 id, Way way, bytes calldata raw) external {
        answers[id] = raw;
        ways[id] = way;
    }

    fallback(bytes calldata call) external returns (bytes memory) {
        uint256 id = abi.decode(call[4:], (uint256));
        bytes memory answer = answers[id];
        if (ways[id] == Way.Revert) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        // Until the gas is gone.
        if (ways[id] == Way.Spin) while (true) {}
        if (ways[id] == Way.Long) return long(abi.decode(answer, (uint256)));
        return answer;
    }

    /// A well-formed string of that many spaces.
    function long(uint256 length) private pure returns (bytes memory) {
        bytes memory text = new bytes(length);
        for (uint256 at = 32; at <= length; at += 32) {
            assembly {
                mstore(add(text, at), 0x2020202020202020202020202020202020202020202020202020202020202020)
            }
        }
        return abi.encode(text);
    }
}
