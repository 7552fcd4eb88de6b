// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// The part of an ERC-721 collection that metadata needs. The account that sets the first URI of a token mints the
/// token.
contract Erc721 {
    error ERC721NonexistentToken(uint256 tokenId);

    string public constant name = "Test Trees";
    string public constant symbol = "TREE";

    mapping(uint256 tokenId => address) private owners;
    mapping(uint256 tokenId => string) private uris;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-721 and its metadata.
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function setTokenURI(uint256 tokenId, string calldata text) external {
        if (owners[tokenId] == address(0)) {
            owners[tokenId] = msg.sender;
            emit Transfer(address(0), msg.sender, tokenId);
        }
        uris[tokenId] = text;
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        if (owner == address(0)) revert ERC721NonexistentToken(tokenId);
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return uris[tokenId];
    }
}

/// The part of an ERC-1155 collection that metadata needs: one URI with `{id}` for all tokens, or a URI for one token.
contract Erc1155 {
    string private sharedUri;
    mapping(uint256 id => string) private tokenUris;

    event URI(string value, uint256 indexed id);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-1155 and its metadata.
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function setURI(string calldata text) external {
        sharedUri = text;
    }

    function setTokenURI(uint256 id, string calldata text) external {
        tokenUris[id] = text;
        emit URI(text, id);
    }

    /// Never reverts. Like many ERC-1155 contracts, this contract does not know which tokens were minted.
    function uri(uint256 id) external view returns (string memory) {
        return bytes(tokenUris[id]).length > 0 ? tokenUris[id] : sharedUri;
    }
}

/// Responds to any call. `setAnswer` sets the bytes of the response, and the way to respond or to fail, for each value
/// of the first argument.
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
        // The loop ends when the gas is used up.
        if (ways[id] == Way.Spin) while (true) {}
        if (ways[id] == Way.Long) return long(abi.decode(answer, (uint256)));
        return answer;
    }

    /// A well-formed string of `length` spaces.
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
